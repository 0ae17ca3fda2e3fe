# Configuring, building, testing, and starting what was built. Read by bootstrap.sh.

# build_jobs: as many compilers or test programs as there are cores, yet no more than the memory holds: a file with torch
# takes 1.5 GB.
build_jobs() {
    local limit kilobytes jobs
    kilobytes=$(awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo)
    limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || true)  # a container's own limit
    if [[ $limit =~ ^[0-9]+$ ]] && ((limit / 1024 < kilobytes)); then kilobytes=$((limit / 1024)); fi
    jobs=$((kilobytes / 1500000))
    ((jobs <= $(nproc))) || jobs=$(nproc)
    ((jobs >= 1)) || jobs=1
    printf '%s' "${CMAKE_BUILD_PARALLEL_LEVEL:-$jobs}"
}

in_root() { printf 'cd %q && %s' "$root" "$(quoted "$@")"; }

configure() {
    local options=("-DVISAGIST_LIBTORCH_DIR=$libtorch" "-DVISAGIST_CUDA=AUTO" "-DVISAGIST_GUI=ON") tests=OFF
    ((force_cuda)) && options[1]=-DVISAGIST_CUDA=ON
    ((with_window)) || options[2]=-DVISAGIST_GUI=OFF
    if ((with_window)) && [[ $preset != release ]]; then tests=ON; fi
    options+=("-DVISAGIST_TESTS=$tests")
    begin "configure" "preset $preset"
    attempt "$(in_root cmake --preset "$preset" "${options[@]}")" cmake --preset "$preset" "${options[@]}"
}

build() {
    local jobs
    jobs=$(build_jobs)
    begin "build" "preset $preset, $jobs compilers at a time"
    attempt "$(in_root cmake --build --preset "$preset" -j "$jobs")" cmake --build --preset "$preset" -j "$jobs"
    say "[build] the programs are in $root/build/$preset/bin"
}

run_tests() {
    local command=(ctest --preset "$preset" -j "$(build_jobs)")
    if ! has_display && command -v xvfb-run >/dev/null; then
        command=(xvfb-run -a -s "-screen 0 1600x1000x24" "${command[@]}")
    fi
    begin "test" "${command[*]}"
    attempt "$(in_root "${command[@]}") --rerun-failed" "${command[@]}"
}

has_display() { [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; }

# tell_figures: the demo's last line (JSON) in words.
tell_figures() {
    "$python" -c '
import json, sys

figures = json.loads(sys.argv[1])

def decibel(key):
    value = figures.get(key)
    return "not measured" if value is None else f"{value:.1f} dB"

def number(key, form):
    value = figures.get(key)
    return "?" if value is None else format(value, form)

minutes, speed = number("minutes", ".1f"), number("imagesPerSecond", ".0f")
print(f"""Trained {number("steps", "d")} steps in {minutes} minutes ({speed} pictures a second).
On faces it never saw (PSNR, higher is nearer to the true picture):
    a face drawn again           {decibel("reconstructionPsnr")}
    a face put on another head   {decibel("swapPsnr")}
    a half mix of two faces      {decibel("halfMixPsnr")}
    to beat: the mean face       {decibel("meanFacePsnr")}
    to beat: a cross-fade        {decibel("crossFadePsnr")}
Pictures:""")
for name, key in (("fused face", "fusedImage"), ("sample grid", "sampleGrid"), ("loss plot", "lossPlot")):
    print(f"    {name:12} {figures.get(key)}")
' "$1"
}

run_demo() {
    local bin=$root/build/$preset/bin command last
    demo_out=${demo_out:-${XDG_DATA_HOME:-$HOME/.local/share}/visagist/demo-$(date +%Y%m%d-%H%M%S)}
    command=("$bin/visagist-cli" demo --out "$demo_out" --minutes "$demo_minutes" --json)
    begin "demo" "$demo_minutes minutes of training; all it makes goes to $demo_out"
    mkdir -p -- "$demo_out" 2>/dev/null || fail "the folder $demo_out cannot be made." "$again --out /a/folder/of/yours"
    find_python
    last=$("${command[@]}" | tail -n 1) ||  # its progress goes by on stderr
        fail "the demo ended with an error; its own words are above." "$(quoted "${command[@]}")"
    attempt "$(quoted "${command[@]}")" tell_figures "$last"
    open_demo "$bin"
}

open_demo() {
    local projects=("$demo_out"/*.visagist)
    if ((!with_window)) || ! has_display; then
        say "[demo] no display here; to see it in the window: $(quoted "$1/visagist" "${projects[0]}")"
        return
    fi
    start_window "$1" "${projects[0]}"
}

# start_window BIN [PROJECT]
start_window() {
    begin "window" "$1/visagist"
    has_display || fail "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)." \
        "$(quoted "$1/visagist" "${@:2}")   # in a graphical session"
    attempt "$(quoted "$1/visagist" "${@:2}")" "$1/visagist" "${@:2}"
}
