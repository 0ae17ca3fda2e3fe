# Makes the target visagist_libtorch: LibTorch, from CMAKE_PREFIX_PATH where the user has one, else the copy that
# installer/bootstrap.sh keeps in the user's cache (an unpacked PyPI wheel, whose own CMake package insists on a CUDA toolkit).

file(STRINGS ${PROJECT_SOURCE_DIR}/installer/packages.lock _row REGEX "^cpu +torch ")
string(REGEX REPLACE "^cpu +torch +([^ ]+).*" "\\1" VISAGIST_TORCH_VERSION "${_row}")
if(DEFINED ENV{XDG_CACHE_HOME})
    set(_cache $ENV{XDG_CACHE_HOME})
else()
    set(_cache $ENV{HOME}/.cache)
endif()
set(VISAGIST_LIBTORCH_DIR ${_cache}/visagist/libtorch-${VISAGIST_TORCH_VERSION} CACHE PATH
    "The unpacked LibTorch wheel (holds torch/ and nvidia/)")

add_library(visagist_libtorch INTERFACE)
set(VISAGIST_CUDA_LINKED OFF)

if(CMAKE_PREFIX_PATH)
    find_package(Torch QUIET HINTS ${CMAKE_PREFIX_PATH} NO_DEFAULT_PATH)
endif()
if(Torch_FOUND)
    target_link_libraries(visagist_libtorch INTERFACE ${TORCH_LIBRARIES})
    target_include_directories(visagist_libtorch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
    if(TORCH_CUDA_LIBRARIES)
        set(VISAGIST_CUDA_LINKED ON)
    endif()
    return()
endif()

set(_torch ${VISAGIST_LIBTORCH_DIR}/torch)
if(NOT EXISTS ${_torch}/lib/libtorch_cpu.so)
    message(FATAL_ERROR "LibTorch ${VISAGIST_TORCH_VERSION} was not found in ${VISAGIST_LIBTORCH_DIR}. "
        "Run 'bash installer/bootstrap.sh build', which fetches it, or name your own with -DCMAKE_PREFIX_PATH=DIR.")
endif()
file(GLOB _nvidia_libs LIST_DIRECTORIES true ${VISAGIST_LIBTORCH_DIR}/nvidia/*/lib)
file(GLOB _cublas ${VISAGIST_LIBTORCH_DIR}/nvidia/*/lib/libcublas.so.*)
if(VISAGIST_CUDA STREQUAL "ON" AND NOT _cublas)
    message(FATAL_ERROR "VISAGIST_CUDA is ON, but LibTorch's CUDA libraries are not in ${VISAGIST_LIBTORCH_DIR}/nvidia. "
        "Run 'bash installer/bootstrap.sh build --cuda', which fetches them.")
endif()
if(NOT VISAGIST_CUDA STREQUAL "OFF" AND _cublas)
    set(VISAGIST_CUDA_LINKED ON)
endif()

target_include_directories(visagist_libtorch SYSTEM INTERFACE
    ${_torch}/include ${_torch}/include/torch/csrc/api/include)
# As link options, which stand before all libraries: LibTorch looks up BLAS by name at run time, and the first library that has it wins. Behind
# dlib's, that is Debian's reference BLAS, with which a training step takes twice as long as with LibTorch's own.
set(_libraries ${_torch}/lib/libtorch_cpu.so ${_torch}/lib/libc10.so)
if(VISAGIST_CUDA_LINKED)
    # Nothing here calls the CUDA part by name: a linker that dropped it would leave no GPU.
    list(APPEND _libraries ${_torch}/lib/libtorch_cuda.so ${_torch}/lib/libc10_cuda.so)
endif()
list(JOIN _libraries "," _joined)
target_link_options(visagist_libtorch INTERFACE "LINKER:--push-state,--no-as-needed,${_joined},--pop-state")
foreach(_dir ${_torch}/lib ${_nvidia_libs})
    target_link_options(visagist_libtorch INTERFACE -Wl,-rpath-link,${_dir} -Wl,-rpath,${_dir})
endforeach()
