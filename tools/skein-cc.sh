#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `skein cc` as one word, for build systems that want a compiler's path; as skein-c++ it is
# `skein c++`. It lies next to skein.
self=$(readlink -f -- "$0")
# By the name it was called by: skein-c++ may be a link to skein-cc.
name=${0##*/}
exec "${self%/*}/skein" "${name#skein-}" "$@"
