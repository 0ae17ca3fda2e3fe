#include "app/report/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace visagist::cli {

bool stderrIsTerminal() { return isatty(STDERR_FILENO) == 1; }

int terminalWidth() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace visagist::cli
