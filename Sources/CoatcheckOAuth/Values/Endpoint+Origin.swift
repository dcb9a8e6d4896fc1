// SPDX-License-Identifier: Apache-2.0

extension Endpoint {
  /// RFC 6454 §4: scheme, host and port; the scheme's own port is left out.
  package var origin: String {
    let ending = scheme == "https" ? ":443" : ":80"
    let host = authority.hasSuffix(ending) ? String(authority.dropLast(ending.count)) : authority
    return "\(scheme)://\(host)"
  }
}
