# Our own CUDA kernels, compiled with nvcc where it is found; without it their places are taken by LibTorch's operations and the
# processor. They see neither torch nor any other library. CMake's own support for CUDA is not used: the version in Debian 12
# does not know C++20 there.

set(VISAGIST_CUDA_ARCHITECTURES 86 89 90 120 CACHE STRING "Graphics cards that the kernels are compiled for")
if(NOT VISAGIST_CUDA STREQUAL "OFF")
    find_program(VISAGIST_NVCC nvcc HINTS ${VISAGIST_LIBTORCH_DIR}/nvidia/cu13/bin PATHS /usr/local/cuda/bin ENV CUDA_PATH PATH_SUFFIXES bin)
endif()
if(NOT VISAGIST_NVCC OR VISAGIST_CUDA STREQUAL "OFF")
    function(visagist_kernels)
    endfunction()
    return()
endif()

cmake_path(GET VISAGIST_NVCC PARENT_PATH _bin)
find_library(VISAGIST_CUDART_STATIC cudart_static PATHS ${_bin}/../lib64 ${_bin}/../lib ${_bin}/../targets/x86_64-linux/lib NO_DEFAULT_PATH REQUIRED)
find_package(Threads REQUIRED)
set(_gencode "")
foreach(_card ${VISAGIST_CUDA_ARCHITECTURES})
    list(APPEND _gencode -gencode arch=compute_${_card},code=sm_${_card})
endforeach()
list(GET VISAGIST_CUDA_ARCHITECTURES -1 _newest)  # and as what later cards compile for themselves
list(APPEND _gencode -gencode arch=compute_${_newest},code=compute_${_newest})
set(VISAGIST_NVCC_FLAGS -std=c++20 -O3 -ccbin ${CMAKE_CXX_COMPILER} -Xcompiler -fPIC,-fvisibility=hidden,-Wall,-Werror ${_gencode})

# visagist_kernels(TARGET file.cu …): adds the kernels to a room, which then is compiled with VISAGIST_KERNELS.
function(visagist_kernels target)
    foreach(source ${ARGN})
        set(object ${CMAKE_CURRENT_BINARY_DIR}/${source}.o)
        add_custom_command(OUTPUT ${object}
            COMMAND ${VISAGIST_NVCC} ${VISAGIST_NVCC_FLAGS} -I${PROJECT_SOURCE_DIR} -MD -MF ${object}.d -c ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${object}
            DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${source} DEPFILE ${object}.d
            COMMENT "Compiling the kernels of ${source} for ${VISAGIST_CUDA_ARCHITECTURES}" VERBATIM)
        target_sources(${target} PRIVATE ${object})
    endforeach()
    target_compile_definitions(${target} PRIVATE VISAGIST_KERNELS)
    target_link_libraries(${target} PRIVATE ${VISAGIST_CUDART_STATIC} Threads::Threads ${CMAKE_DL_LIBS} rt)
endfunction()
