# cmake -DLUPDATE=… -DSOURCE=… -DTS=FOLDER -DWORK=FOLDER -P update.cmake: brings the .ts files in TS up to date with the texts of
# core/ and ui/.
#
# core/ marks its texts with VISAGIST_TEXT("…"), which names no context. lupdate reads the mark as QT_TR_NOOP and puts each text under
# whatever class or namespace it stands in; this script gathers them under the one context "core".

file(MAKE_DIRECTORY ${WORK})
file(REMOVE ${WORK}/core.ts ${WORK}/core.js)
execute_process(COMMAND ${LUPDATE} -silent -locations none -tr-function-alias QT_TR_NOOP=VISAGIST_TEXT,tr=VISAGIST_NEVER
    ${SOURCE}/core ${SOURCE}/ui -ts ${WORK}/core.ts ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(READ ${WORK}/core.ts ts)
string(REPLACE ";" "<semicolon/>" ts "${ts}")
string(REGEX MATCHALL "<source>[^<]*(<semicolon/>[^<]*)*</source>" sources "${ts}")
list(REMOVE_DUPLICATES sources)
set(lines "")
foreach(text IN LISTS sources)
    string(REGEX REPLACE "</?source>" "" text "${text}")
    # &amp;lt<semicolon/> and its like: entities hold semicolons too.
    string(REPLACE "<semicolon/>" ";" text "${text}")
    string(REPLACE "&lt;" "<" text "${text}")
    string(REPLACE "&gt;" ">" text "${text}")
    string(REPLACE "&quot;" "\"" text "${text}")
    string(REPLACE "&apos;" "'" text "${text}")
    string(REPLACE "&amp;" "&" text "${text}")
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\n" "\\n" text "${text}")
    string(APPEND lines "QT_TRANSLATE_NOOP(\"core\", \"${text}\");\n")
endforeach()
file(WRITE ${WORK}/core_texts.cpp "${lines}")

execute_process(COMMAND ${LUPDATE} -silent -locations none -no-obsolete -I ${SOURCE} ${SOURCE}/ui ${WORK}/core_texts.cpp
    -ts ${TS}/visagist_zh_CN.ts ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${LUPDATE} -silent -locations none -no-obsolete -I ${SOURCE} -pluralonly ${SOURCE}/ui
    -ts ${TS}/visagist_en.ts ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
