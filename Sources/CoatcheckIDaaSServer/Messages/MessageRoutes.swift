// SPDX-License-Identifier: Apache-2.0

extension IDaaSRoute {
  /// Sending codes.
  static let messageRoutes: [IDaaSRoute] = []
}
