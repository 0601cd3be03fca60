# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by ./skein and ./test: installs the missing packages and builds a preset, quietly.
# REQUIRES: $root is the root of the checkout, an absolute path.
#
# State kept in build/: packages.stamp (packages were seen installed; newer than the list),
# <preset>/<target>.stamp (when the last successful build of the target began), and locks, so
# that two instances that start at once wait for one another.
#
# SKEIN_NO_INSTALL=1 in the environment: never install packages.

: "${root:?}"

# Prints a message and ends with the status of a user's error.
fail() {
  printf '%s\n' "${0##*/}: $*" >&2
  exit 2
}

# A one-line note of progress, for people only.
note() {
  if [[ -t 2 ]]; then printf '%s\n' "${0##*/}: $*" >&2; fi
}

# run_quietly LOG COMMAND...: shows the command's output only when it fails.
run_quietly() {
  local log=$1
  shift
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 100 "$log" >&2
    return 1
  fi
}

# The packages named in the given list files, one a line.
listed_packages() {
  sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$@"
}

# Of the packages on standard input, those that are not installed.
missing_packages() {
  local package
  while read -r package; do
    if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
      printf '%s\n' "$package"
    fi
  done
}

# install_packages FILE...: installs what is missing of the packages listed in the files.
install_packages() {
  local log=$root/build/packages.log missing as_root=()
  mapfile -t missing < <(listed_packages "$@" | missing_packages)
  ((${#missing[@]} > 0)) || return 0
  if [[ -n ${SKEIN_NO_INSTALL:-} ]]; then
    fail "missing packages: ${missing[*]} (SKEIN_NO_INSTALL is set, so none is installed)"
  fi
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      fail "missing packages: ${missing[*]}. Install them as root: apt-get install ${missing[*]}"
    as_root=(sudo)
    if [[ ! -t 0 ]]; then as_root+=(-n); fi
  fi
  note "installing ${#missing[@]} packages: ${missing[*]}"
  # A list that cannot be refreshed may still be good enough to install from.
  run_quietly "$log" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=600 -q update ||
    note "the package lists could not be refreshed"
  run_quietly "$log" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=600 -q -y --no-install-recommends install "${missing[@]}" ||
    fail "cannot install the packages ${missing[*]} (see above, or $log)"
}

# Makes sure that everything in tools/packages.txt is installed; a stamp remembers it.
ensure_packages() {
  local stamp=$root/build/packages.stamp list=$root/tools/packages.txt
  if [[ -e $stamp && ! $list -nt $stamp ]]; then return 0; fi
  mkdir -p "$root/build" || fail "cannot write to $root/build"
  (
    flock 9
    if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
      install_packages "$list"
    else
      note "not a Debian system: taking the packages of tools/packages.txt as installed"
    fi
    touch "$stamp"
  ) 9>"$root/build/packages.lock" || exit $?
}

# configure PRESET: runs CMake where the build folder is new, half-made, or of another checkout.
# REQUIRES: the preset's lock is held.
configure() {
  local preset=$1 folder=$root/build/$1
  local cache=$folder/CMakeCache.txt ninja=$folder/build.ninja
  if [[ -e $cache ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
    rm -rf "$cache" "$folder/CMakeFiles" "$ninja"
  fi
  if [[ ! -e $cache || ! -e $ninja || $root/CMakePresets.json -nt $ninja ]]; then
    (cd "$root" && run_quietly "$folder/configure.log" cmake --preset "$preset") ||
      fail "cannot configure the $preset build (see above, or $folder/configure.log)"
  fi
}

# build PRESET TARGET: brings the target (or 'all') up to date, under the preset's lock.
build() {
  local preset=$1 target=$2 folder=$root/build/$1
  ensure_packages
  mkdir -p "$folder" || fail "cannot write to $folder"
  (
    flock 9
    note "building ($preset)"
    # The time of the beginning: what is edited while we build is seen next time.
    touch "$folder/$target.began" || fail "cannot write to $folder"
    configure "$preset"
    run_quietly "$folder/build.log" cmake --build "$folder" --target "$target" ||
      fail "cannot build (see above, or $folder/build.log)"
    mv "$folder/$target.began" "$folder/$target.stamp" || fail "cannot write to $folder"
  ) 9>"$folder/lock" || exit $?
}
