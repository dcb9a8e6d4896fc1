// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

/// The kinds of stores.
enum WorkerStore: String {
  case keyring
  /// The Secret Service; the user is asked if necessary.
  case secretService = "secret-service"
  /// The Secret Service; the user is not asked.
  case secretServiceUnasked = "secret-service-unasked"
  /// The Secret Service; the user is asked, for at most three seconds.
  case secretServiceBriefly = "secret-service-briefly"
  /// The Secret Service on a clock that runs twenty times as fast.
  case secretServiceHurried = "secret-service-hurried"

  func open(_ namespace: String) -> any TokenStore {
    switch self {
    case .keyring: RecordTokenStore(KernelKeyringRecords(namespace: namespace))
    case .secretService: RecordTokenStore(SecretServiceRecords(namespace: namespace))
    case .secretServiceUnasked:
      RecordTokenStore(SecretServiceRecords(namespace: namespace, prompt: .never))
    case .secretServiceBriefly:
      RecordTokenStore(SecretServiceRecords(namespace: namespace, prompt: .within(.seconds(3))))
    case .secretServiceHurried:
      RecordTokenStore(SecretServiceRecords(namespace: namespace, environment: Self.hurried))
    }
  }

  private static var hurried: RuntimeEnvironment {
    var environment = RuntimeEnvironment.live
    environment.sleep = { try await Task.sleep(for: $0 / 20) }
    return environment
  }
}
