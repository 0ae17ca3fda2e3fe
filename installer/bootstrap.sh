#!/usr/bin/env bash
# Sets Visagist up on Debian 12, Debian 13 or Ubuntu 24.04, then builds, tests, shows or starts it.
set -Eeuo pipefail

[[ $(locale charmap 2>/dev/null || true) == UTF-8 ]] || export LC_ALL=C.UTF-8  # a bare container has no locale
installer=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
root=$(dirname -- "$installer")
# shellcheck source=lib/say.sh
source "$installer/lib/say.sh"
again=$(quoted bash "$installer/bootstrap.sh" "$@")
# shellcheck source=lib/packages.sh
source "$installer/lib/packages.sh"
# shellcheck source=lib/cache.sh
source "$installer/lib/cache.sh"
# shellcheck source=lib/build.sh
source "$installer/lib/build.sh"

usage() {
    cat <<'TEXT'
Usage: bash installer/bootstrap.sh VERB [OPTION…]

Installs what is missing, then:
    build   builds the window and the command line (build/release/bin/visagist and visagist-cli)
    test    builds with the preset dev and runs all tests
    demo    builds, makes demo people, trains for 5 minutes, names the pictures it made, and opens the window
    gui     builds and opens the window

Options:
    --cuda          fetch and use LibTorch's CUDA parts though no NVIDIA driver was found
    --preset NAME   dev, asan, tsan or release, instead of the verb's own
    --no-gui        only the command line; no Qt is installed
    --yes           do not ask before installing
    --out DIR       demo: where its project and pictures go (~/.local/share/visagist/demo-DATE-TIME)
    --minutes N     demo: how long it trains (5)
    --help          this text

LibTorch and the face models are kept in ${XDG_CACHE_HOME:-~/.cache}/visagist, so a second clone finds them.
A step that is done already is skipped; it is safe to run this twice.
TEXT
}

verb="" preset="" force_cuda=0 with_window=1 assume_yes=0 demo_out="" demo_minutes=5
read_arguments() {
    while (($#)); do
        case $1 in
            build | test | demo | gui) [[ -z $verb ]] || wrong_usage "Only one verb, not '$verb' and '$1'."; verb=$1 ;;
            --cuda) force_cuda=1 ;;
            --no-gui) with_window=0 ;;
            --yes) assume_yes=1 ;;
            --preset | --out | --minutes)
                (($# > 1)) || wrong_usage "'$1' needs a value."
                case $1 in
                    --preset) preset=$2 ;;
                    --out) demo_out=$(realpath -m -- "$2") ;;
                    --minutes) demo_minutes=$2 ;;
                esac
                shift ;;
            --help | -h) usage; exit 0 ;;
            *) wrong_usage "Unknown: '$1'." ;;
        esac
        shift
    done
    [[ -n $verb ]] || wrong_usage "A verb is missing: build, test, demo or gui."
    if [[ -z $preset && $verb == test ]]; then preset=dev; fi
    preset=${preset:-release}
    [[ $preset =~ ^(dev|asan|tsan|release)$ ]] || wrong_usage "Unknown preset '$preset': dev, asan, tsan or release."
    [[ $demo_minutes =~ ^[0-9]+([.][0-9]+)?$ ]] || wrong_usage "'--minutes $demo_minutes' is no number."
    [[ $verb != test || $preset != release ]] || wrong_usage "The preset release builds no tests: dev, asan or tsan."
    ((with_window)) || [[ $verb != gui && $verb != test ]] || wrong_usage "'$verb' needs Qt: leave --no-gui out."
}

# prepare_surroundings: sets where things are kept, and which parts of LibTorch this machine is given.
prepare_surroundings() {
    export HOME=${HOME:-$(getent passwd "$(id -u)" | cut -d : -f 6)}
    cache=${XDG_CACHE_HOME:-$HOME/.cache}/visagist
    libtorch=$cache/libtorch-$(torch_version)
    models=$cache/models
    torch_sets=(cpu) torch_kind="CPU parts only (no NVIDIA driver was found)"
    if has_nvidia_driver; then torch_sets=(cpu cuda) torch_kind="with CUDA (an NVIDIA driver was found)"; fi
    if ((force_cuda)); then torch_sets=(cpu cuda) torch_kind="with CUDA (asked for)"; fi
    step="machine"
    [[ $(uname -m) == x86_64 ]] || fail "this is $(uname -m); the pinned LibTorch is for x86_64."
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        fail "there is no apt-get here: this script knows Debian 12, Debian 13 and Ubuntu 24.04."
    fi
}

# tell_plan: says what will be installed and how much is downloaded, before anything is.
tell_plan() {
    local packages="nothing to do" torch="nothing to do" face_models="nothing to do" bytes missing
    find_missing_packages
    if ((${#missing_packages[@]})); then
        step="packages"
        say "${#missing_packages[@]} Debian packages are missing: ${missing_packages[*]}"
        find_root_command
        read_package_lists
        bytes=$(apt_download_bytes)
        packages="${#missing_packages[@]} and what they need"
        if [[ -n $bytes ]]; then packages+=": $(megabytes "$bytes") to download"; fi
    fi
    libtorch_is_complete "${torch_sets[@]}" ||
        torch="$(torch_version), $torch_kind: $(megabytes "$(lock_sum 3 "${torch_sets[@]}")") to download, $(megabytes "$(lock_sum 4 "${torch_sets[@]}")") kept"
    missing=$(missing_models)
    [[ -z $missing ]] ||
        face_models="$(megabytes "$(sum_of 3 <<<"$missing")") to download, $(megabytes "$(sum_of 4 <<<"$missing")") kept"
    say "To install for '$verb':"
    say "    Debian packages   $packages"
    say "    LibTorch          $torch"
    say "    face models       $face_models"
    plan_is_empty=0
    [[ $packages$torch$face_models != "nothing to donothing to donothing to do" ]] || plan_is_empty=1
}

ask() {
    local answer
    if ((assume_yes || plan_is_empty)) || [[ ! -t 0 ]]; then return; fi
    read -r -p "Go on? [Y/n] " answer
    [[ ${answer:-y} == [YyJj]* ]] || { say "Nothing was installed."; exit 0; }
}

main() {
    read_arguments "$@"
    prepare_surroundings
    cd -- "$root"
    tell_plan
    ask
    install_packages
    install_libtorch "${torch_sets[@]}"
    install_models
    configure
    build
    case $verb in
        test) run_tests ;;
        demo) run_demo ;;
        gui) start_window "$root/build/$preset/bin" ;;
    esac
}

trap 'close_cache' EXIT
trap 'fail "line $LINENO of ${BASH_SOURCE[0]##*/} ended with code $?."' ERR
trap 'exit 130' INT
trap 'exit 143' TERM
main "$@"
