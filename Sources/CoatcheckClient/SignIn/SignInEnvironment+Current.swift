// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
#if os(macOS) || APPLE_SHIM_MACOS
  import Foundation
#endif

extension SignInEnvironment {
  /// The environment of this process.
  public static var current: SignInEnvironment {
    SignInEnvironment(.current)
  }
}

extension SignInEnvironment.Evidence {
  /// The evidence about this process: its environment variables, its terminals and its platform.
  public static var current: Self {
    var evidence = Self { getenv($0).flatMap { String(validatingCString: $0) } }
    evidence.inputIsTerminal = isatty(0) == 1
    evidence.errorIsTerminal = isatty(2) == 1
    evidence.hasControllingTerminal = ControllingTerminal.exists
    #if canImport(Darwin) || APPLE_SHIMS
      evidence.hasScreen = true
    #endif
    evidence.program = program
    evidence.hostName = hostName ?? "localhost"
    // Docker makes the first, Podman the second.
    evidence.isContainer =
      access("/.dockerenv", F_OK) == 0 || access("/run/.containerenv", F_OK) == 0
    return evidence
  }

  private static var program: SignInEnvironment.Program {
    #if os(iOS) || os(visionOS) || APPLE_SHIM_IOS
      .app
    #elseif os(tvOS) || os(watchOS) || APPLE_SHIM_TVOS || APPLE_SHIM_WATCHOS
      .applianceApp
    #elseif os(macOS) || APPLE_SHIM_MACOS
      // A tool that was built by itself has no bundle, and no window for a sheet.
      ["app", "appex"].contains(Bundle.main.bundleURL.pathExtension) ? .app : .tool
    #else
      .tool
    #endif
  }

  private static var hostName: String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
    return buffer.withUnsafeBufferPointer {
      $0.baseAddress.flatMap(String.init(validatingCString:))
    }
  }
}
