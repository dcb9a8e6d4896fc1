// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation

/// The name of the operating system, as it is sent to the service.
public enum SystemName {
  /// The operating system that runs this program, with its version: `iOS 18.1.0`.
  public static var current: String {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return "\(name) \(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
  }

  /// The system this was built for.
  static var name: String {
    #if os(iOS)
      "iOS"
    #elseif os(macOS)
      "macOS"
    #elseif os(tvOS)
      "tvOS"
    #elseif os(watchOS)
      "watchOS"
    #elseif os(visionOS)
      "visionOS"
    #elseif os(Android)
      "Android"
    #else
      "Linux"
    #endif
  }
}
