// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckOAuth
import Dispatch

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The browser the person has chosen in the system's settings.
public enum SystemBrowser {
  #if canImport(Darwin)
    private static let opener = "/usr/bin/open"
  #else
    // It honours $BROWSER.
    private static let opener = "xdg-open"
  #endif

  /// Shows a web page.
  ///
  /// The address is one argument of the opening program, and no shell sees it.
  ///
  /// - Throws: `misused` when the address is neither `https` nor `http` on this machine, so that no
  ///   other program can be started by it, or when there is no browser to be started.
  public static func open(_ url: URL) async throws(OAuthError) {
    let address = try Endpoint(url.absoluteString).text
    guard let process = spawn([opener, address]) else {
      throw .misused("browser", "There is no browser that can be started with \(opener).")
    }
    DispatchQueue(label: "coatcheck.browser").async {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
  }

  private static func spawn(_ words: [String]) -> pid_t? {
    var process: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let result = posix_spawnp(&process, words[0], nil, nil, &arguments, environ)
    return result == 0 ? process : nil
  }
}
