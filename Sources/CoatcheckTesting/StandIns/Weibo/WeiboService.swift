// SPDX-License-Identifier: Apache-2.0
public import CoatcheckServer
public import Foundation
import HTTPTypes

/// Weibo's open platform: authorize page, token, token information, revocation, profile, and the notice that
/// somebody took the permission back.
public struct WeiboService: StandInService {
  /// Weibo's name for our app.
  public let appKey: String
  /// The app's secret.
  public let appSecret: String

  let people: [StandInPerson]

  /// A service that knows these people.
  public init(
    people: [StandInPerson] = [.alice, .bob], appKey: String = "20454",
    appSecret: String = "app secret"
  ) {
    self.people = people
    self.appKey = appKey
    self.appSecret = appSecret
  }

  public func respond(
    to request: ServedRequest, at url: String, now: Date
  ) async -> ServedResponse {
    .standIn(.notFound, text: "Not found.")
  }
}
