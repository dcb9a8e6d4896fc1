// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The environment variables of this process, read one at a time.
///
/// `ProcessInfo` would copy all of them: the cached path of `coatcheck token` has no time for it.
public enum ProcessVariables {
  /// The value of the variable `name`; nil if it is unset or not UTF-8.
  public static func value(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return String(validatingCString: value)
  }
}
