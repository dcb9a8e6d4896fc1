// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth
public import CoatcheckServer
public import Foundation
import HTTPTypes

/// A stand-in of Twilio's Messages API: `POST /2010-04-01/Accounts/{Sid}/Messages.json`.
public struct TwilioService: StandInService {
  /// The SID of the account.
  public let accountID: String
  /// The secrets of the account and its API keys, by their SIDs.
  public let keys: [String: String]
  /// The phone numbers that messages can be sent from.
  public let numbers: Set<String>
  /// The SIDs of the messaging services.
  public let services: Set<String>
  /// The countries that messages can be sent to, as the first characters of their numbers: `+86`.
  public let regions: Set<String>
  /// The numbers that replied STOP; messages to them are refused.
  public let optedOut: Set<String>
  let memory: GatewayMemory

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - accountID: The SID of the account.
  ///   - keys: The secrets of the account and its API keys, by their SIDs.
  ///   - numbers: The phone numbers that messages can be sent from, as `+15005550006`.
  ///   - services: The SIDs of the messaging services.
  ///   - regions: The countries that messages can be sent to, as the first characters of their numbers:
  ///     `+86`.
  ///   - optedOut: The numbers that replied STOP; messages to them are refused.
  ///   - balance: The number of messages that the account can pay for.
  public init(
    accountID: String = "AC00000000000000000000000000000001",
    keys: [String: String] = [
      "AC00000000000000000000000000000001": "twilio secret",
      "SK00000000000000000000000000000002": "key secret",
    ], numbers: Set<String> = ["+15005550006"],
    services: Set<String> = ["MG00000000000000000000000000000003"],
    regions: Set<String> = ["+1", "+44", "+852"], optedOut: Set<String> = ["+15005550004"],
    balance: Int = 1_000
  ) {
    self.accountID = accountID
    self.keys = keys
    self.numbers = numbers
    self.services = services
    self.regions = regions
    self.optedOut = optedOut
    memory = GatewayMemory(balance: balance)
  }

  /// The accepted messages, the oldest first.
  public var sent: [GatewayDelivery] { memory.sent }

  private struct No: Error {
    let code: Int
    var status = HTTPResponse.Status.badRequest
    var retryAfter: Int?
  }

  /// Answers a request.
  public func respond(
    to request: ServedRequest, at url: String, now: Date
  ) async -> ServedResponse {
    do {
      return try answer(request, now)
    } catch let no as No {
      var fields: HTTPFields = [:]
      if let retryAfter = no.retryAfter { fields[.retryAfter] = String(retryAfter) }
      return .standIn(
        no.status,
        json: [
          "code": .number(JSONNumber(no.code)), "message": "No.",
          "more_info": .string("https://www.twilio.com/docs/errors/\(no.code)"),
          "status": .number(JSONNumber(no.status.code)),
        ], fields: fields)
    } catch {
      return .standIn(.internalServerError, text: "error")
    }
  }

  private func answer(_ request: ServedRequest, _ now: Date) throws -> ServedResponse {
    let words = (request.field("Authorization") ?? "").split(separator: " ")
    guard words.count == 2, words[0] == "Basic", let data = Data(base64Encoded: String(words[1]))
    else { throw No(code: 20003, status: .unauthorized) }
    let halves = String(decoding: data, as: UTF8.self).split(separator: ":", maxSplits: 1)
    guard halves.count == 2, let secret = keys[String(halves[0])], secret == halves[1] else {
      throw No(code: 20003, status: .unauthorized)
    }
    guard request.path == "/2010-04-01/Accounts/\(accountID)/Messages.json" else {
      throw No(code: 20404, status: .notFound)
    }
    guard request.head.method == .post else { throw No(code: 20004, status: .methodNotAllowed) }
    guard request.isForm, let form = try? Parameters(bytes: request.body) else {
      throw No(code: 20001)
    }
    guard let number = form["To"] else { throw No(code: 21604) }
    let digits = number.dropFirst()
    guard number.hasPrefix("+"), (8...15).contains(digits.count), !digits.hasPrefix("0"),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { throw No(code: 21211) }
    guard let text = form["Body"], !text.isEmpty else { throw No(code: 21602) }
    guard text.count <= 1_600 else { throw No(code: 21617) }
    switch (form["From"], form["MessagingServiceSid"]) {
    case (let from?, nil) where numbers.contains(from): break
    case (nil, let service?) where services.contains(service): break
    case (nil, nil): throw No(code: 21603)
    case (_?, _?), (nil, _?): throw No(code: 21701)
    case (_?, nil): throw No(code: 21606)
    }
    guard regions.contains(where: { number.hasPrefix($0) }) else { throw No(code: 21408) }
    guard !optedOut.contains(number) else { throw No(code: 21610) }
    let delivery = GatewayDelivery(
      to: number, values: ["text": text], template: nil, reference: nil)
    let count: Int
    do throws(GatewayMemory.Refusal) {
      count = try memory.take(delivery, key: number, limits: [(1, 1)], now: now)
    } catch {
      switch error {
      case .balance: throw No(code: 20005, status: .forbidden)
      case .limit: throw No(code: 20429, status: .tooManyRequests, retryAfter: 1)
      }
    }
    let name = "SM" + String(repeating: "0", count: 28) + String(1000 + count)
    return .standIn(
      .created,
      json: [
        "sid": .string(name), "status": "queued", "to": .string(number),
        "account_sid": .string(accountID), "error_code": .null, "error_message": .null,
        "body": .string(text), "num_segments": "1", "direction": "outbound-api",
      ])
  }
}
