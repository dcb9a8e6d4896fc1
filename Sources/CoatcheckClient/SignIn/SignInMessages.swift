// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

/// The messages for a user at a terminal, line by line. An address stands alone on its line.
package enum SignInMessages {
  /// Where to sign in.
  package static func address(_ address: String, purpose: String = "sign in") -> [String] {
    ["open this address in a browser to \(purpose):", address]
  }

  /// How a browser on another machine gets to a port of this one.
  package static func forwarding(_ port: UInt16, _ route: SSHRoute?) -> [String] {
    guard let route else {
      return ["the browser must be able to reach port \(port) of this machine at 127.0.0.1"]
    }
    return [
      "if the browser is on another machine, run there first:", route.command(forwarding: port),
    ]
  }

  /// Where to enter which code.
  package static func device(_ authorization: DeviceAuthorization) -> [String] {
    var lines = address(authorization.verificationURI.text)
    lines.append("and enter this code: \(authorization.userCode)")
    if let complete = authorization.verificationURIComplete {
      lines += ["or open this address, which holds the code:", complete.text]
    }
    return lines
  }

  /// Why nothing happens for a while.
  package static let waiting = "another sign-in of this account is under way; waiting for it to end"
}
