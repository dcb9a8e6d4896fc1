// SPDX-License-Identifier: Apache-2.0

extension IDaaSRoute {
  /// What people do with their accounts.
  static let accountRoutes: [IDaaSRoute] = []
}
