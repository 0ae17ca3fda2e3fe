# How the set-up talks, and how it stops. Read by bootstrap.sh.

step="arguments"  # the step in progress, named by every failure

say() { printf '%s\n' "$*"; }
begin() { step=$1; say "[$step] ${*:2}"; }
skip() { step=$1; say "[$step] ${*:2}: skipped"; }
megabytes() { awk -v bytes="$1" 'BEGIN { printf "%.0f MB", bytes / 1e6 }'; }

# fail SENTENCE [LINE…]: stops with what happened and the lines to do by hand.
fail() {
    trap - ERR
    {
        printf '\nSet-up stopped at the step "%s": %s\n' "$step" "$1"
        if (($# > 1)); then
            printf 'By hand:\n'
            printf '    %s\n' "${@:2}"
            printf 'Then again:\n    %s\n' "$again"
        fi
    } >&2
    exit 1
}

wrong_usage() {
    printf '%s\nTry: bash installer/bootstrap.sh --help\n' "$1" >&2
    exit 2
}

# attempt LINE-BY-HAND COMMAND…: runs the command; where it fails, the step's name and the line are what remains.
attempt() {
    local by_hand=$1 code=0
    shift
    "$@" || code=$?
    ((code == 0)) || fail "it ended with code $code; its own words are above." "$by_hand"
}

# quoted WORD…: one line that can be pasted into a shell.
quoted() {
    local line
    printf -v line '%q ' "$@"
    printf '%s' "${line% }"
}

# quietly COMMAND…: on a terminal its lines are seen; elsewhere only the last of them, and only where it fails.
quietly() {
    if [[ -t 1 ]]; then
        "$@"
        return
    fi
    local log code=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 || code=$?
    ((code == 0)) || tail -n 40 -- "$log" >&2
    rm -f -- "$log"
    return "$code"
}
