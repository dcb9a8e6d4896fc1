// SPDX-License-Identifier: Apache-2.0

/// The system of the device, as it is sent to the service.
public enum SystemName {
  /// The system this was built for. Which version runs is the app's to say.
  public static var current: String {
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
