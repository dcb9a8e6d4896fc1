// SPDX-License-Identifier: Apache-2.0

/// A method to open the user's browser. The enum has no cases on systems where an app cannot start
/// another program and that have no call for tools.
enum BrowserOpener: Sendable, Equatable {
  #if os(macOS) || APPLE_SHIM_MACOS || !(canImport(Darwin) || APPLE_SHIMS)
    /// A program, by path or by a name to be found in `$PATH`.
    case program(String)
  #endif
  #if os(macOS) || APPLE_SHIM_MACOS
    /// The system's own call.
    case workspace
  #endif

  /// The methods that an environment has, in the order in which they are tried.
  static func available(_ variable: (String) -> String?) -> [BrowserOpener] {
    #if os(macOS) || APPLE_SHIM_MACOS || !(canImport(Darwin) || APPLE_SHIMS)
      if let named = variable("BROWSER"), !named.isEmpty {
        return BrowserPrograms.named(named).map(BrowserOpener.program)
      }
    #endif
    #if os(macOS) || APPLE_SHIM_MACOS
      return [.workspace]
    #elseif canImport(Darwin) || APPLE_SHIMS
      return []
    #else
      let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap(variable).filter { !$0.isEmpty }
      return displays.isEmpty ? [] : [.program("xdg-open")]
    #endif
  }

  /// The program; nil for the system's own call.
  var program: String? {
    switch self {
    #if os(macOS) || APPLE_SHIM_MACOS || !(canImport(Darwin) || APPLE_SHIMS)
      case .program(let name): name
    #endif
    #if os(macOS) || APPLE_SHIM_MACOS
      case .workspace: nil
    #endif
    }
  }

  /// Opens an address, and does not wait.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - failed: Called from any thread, with a sentence for the user, if it fails later.
  /// - Returns: Why it was not opened; nil if it was.
  func open(_ address: BrowserAddress, failed: @escaping @Sendable (String) -> Void) -> String? {
    switch self {
    #if os(macOS) || APPLE_SHIM_MACOS || !(canImport(Darwin) || APPLE_SHIMS)
      case .program(let program):
        switch DetachedProgram.start(program, argument: address.text) {
        case .success(let child):
          child.whenEnded { status in
            if status != 0 { failed("the browser program \(program) ended with an error") }
          }
          return nil
        case .failure(let error):
          return "cannot start the browser program \(program): \(error.reason)"
        }
    #endif
    #if os(macOS) || APPLE_SHIM_MACOS
      case .workspace:
        return Workspace.open(address) ? nil : "the system opens no browser"
    #endif
    }
  }
}
