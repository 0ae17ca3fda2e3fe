// The terminal at stderr: whether a person watches, and how wide it is.
#pragma once

namespace visagist::cli {

bool stderrIsTerminal();
/// Columns of the terminal at stderr, 80 where it cannot be told.
int terminalWidth();

}  // namespace visagist::cli
