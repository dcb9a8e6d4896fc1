// SPDX-License-Identifier: Apache-2.0
import Foundation

extension ASWebAuthenticationSession {
  /// What ends a session.
  public final class Callback: NSObject, @unchecked Sendable {
    enum Kind: Equatable {
      case scheme(String)
      case https(host: String, path: String)
    }

    let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// Any address of a scheme; `http` and `https` raise an exception.
    public class func customScheme(_ customScheme: String) -> Callback {
      precondition(!["http", "https"].contains(customScheme.lowercased()), "A scheme of the web.")
      return Callback(.scheme(customScheme))
    }

    /// An address of a host that lists the app.
    public class func https(host: String, path: String) -> Callback {
      Callback(.https(host: host, path: path))
    }

    /// Whether an address ends the session.
    public func matchesURL(_ url: URL) -> Bool {
      switch kind {
      case .scheme(let scheme): url.scheme?.lowercased() == scheme.lowercased()
      case .https(let host, let path):
        url.scheme == "https" && url.host == host && url.path.hasPrefix(path)
      }
    }
  }
}
