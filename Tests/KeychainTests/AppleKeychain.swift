// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import SecurityShim
import TestSupport

/// The code for Apple's systems, over the stand-ins of their frameworks. The calls of Security have no argument that says
/// which device is meant, so that one test runs at a time.
@Suite("Apple's systems", .serialized)
enum AppleKeychain {
  typealias Records = KeychainRecords<SecItemKeychain>

  /// A new device, which the calls reach from now on.
  static func device(
    _ system: KeychainDevice.System = .phone,
    _ entitlements: KeychainDevice.Entitlements = .init()
  ) -> KeychainDevice {
    let device = KeychainDevice(system)
    device.entitlements = entitlements
    KeychainDevice.current = device
    return device
  }

  /// An environment in which a short sleep ends at once, and a deadline takes its full time.
  static var hasty: RuntimeEnvironment {
    var environment = impatient
    let impatient = environment.sleep
    environment.sleep = { duration in
      try await duration < .seconds(5) ? impatient(duration) : Task.sleep(for: duration)
    }
    return environment
  }

  /// An environment in which every sleep ends at once, also that of a deadline.
  static var impatient: RuntimeEnvironment {
    var environment = RuntimeEnvironment.live
    environment.sleep = { _ in try await Task.sleep(for: .milliseconds(1)) }
    return environment
  }
}
