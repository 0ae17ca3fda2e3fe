# Debian packages: which are needed, which are missing, how large they are, and their installation. Read by bootstrap.sh.

core_packages=(ca-certificates build-essential cmake ninja-build ccache pkg-config unzip
    python3-pip python3-setuptools python3-wheel
    libopencv-dev opencv-data libdlib-dev libblas-dev liblapack-dev libpng-dev libjpeg-dev zlib1g-dev
    liblcms2-dev libgif-dev libwebp-dev libavformat-dev libavcodec-dev libswscale-dev
    libsqlite3-dev libssl-dev libspdlog-dev nlohmann-json3-dev libcli11-dev)
window_packages=(qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-translations-l10n
    libqcustomplot-dev xvfb xauth fonts-noto-cjk fonts-dejavu-core)

# find_missing_packages: sets the array missing_packages.
find_missing_packages() {
    local wanted=("${core_packages[@]}") package
    ((with_window)) && wanted+=("${window_packages[@]}")
    missing_packages=()
    for package in "${wanted[@]}"; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true) == installed ]] ||
            missing_packages+=("$package")
    done
}

# find_root_command: sets the array as_root (empty for root, sudo for others); fails where neither is had.
find_root_command() {
    as_root=()
    [[ $(id -u) == 0 ]] && return
    as_root=(sudo)
    [[ -t 0 ]] || as_root=(sudo -n)
    command -v sudo >/dev/null && "${as_root[@]}" true && return
    fail "${#missing_packages[@]} Debian packages are missing, and this user is neither root nor allowed to use sudo." \
        "su -c 'apt-get update && apt-get install -y --no-install-recommends ${missing_packages[*]}'"
}

apt() {
    local talk=(-qq -o Dpkg::Use-Pty=0)
    [[ ! -t 1 ]] || talk=()
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get "${talk[@]}" "$@"
}

# read_package_lists: old lists name files that the servers no longer hold, so they are read anew; old ones must do offline.
read_package_lists() {
    begin "package lists" "reading them anew (apt-get update)"
    quietly apt update || say "[package lists] not all could be read; going on with those that are here"
}

# apt_download_bytes: what apt would fetch for the missing packages, in bytes; empty where it cannot say.
apt_download_bytes() {
    LC_ALL=C apt-get install -qq --print-uris --no-install-recommends -o Debug::NoLocking=1 "${missing_packages[@]}" 2>/dev/null |
        awk '{ bytes += $3 } END { if (NR) printf "%.0f", bytes }' || true
}

install_packages() {
    if ((${#missing_packages[@]} == 0)); then
        skip "packages" "all Debian packages are there"
        return
    fi
    begin "packages" "installing ${#missing_packages[@]} Debian packages and what they need"
    attempt "sudo apt-get install -y --no-install-recommends ${missing_packages[*]}" \
        quietly apt install -y --no-install-recommends "${missing_packages[@]}"
}
