// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
public import CoatcheckServer
public import Foundation
import HTTPTypes

/// A stand-in of Tencent Cloud's SMS (`SendSms`), with the signature `TC3-HMAC-SHA256`.
public struct TencentService: StandInService {
  /// The `SecretId`.
  public let keyID: String
  /// The `SecretKey`.
  public let secret: String
  /// The identifier of the SMS application: the `SmsSdkAppId`.
  public let applicationID: String
  /// The approved signatures.
  public let signNames: Set<String>
  /// The approved templates for mainland China by their identifiers, each with its number of variables.
  public let templates: [String: Int]
  /// The approved templates for other countries by their identifiers, each with its number of variables.
  public let templatesAbroad: [String: Int]
  let memory: GatewayMemory

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - keyID: The `SecretId`.
  ///   - secret: The `SecretKey`.
  ///   - applicationID: The identifier of the SMS application.
  ///   - signNames: The approved signatures; a message with another one is refused.
  ///   - templates: The approved templates for numbers of mainland China by their identifiers, each with
  ///     its number of variables.
  ///   - templatesAbroad: The approved templates for other countries, likewise.
  ///   - balance: The number of messages that the account can pay for.
  public init(
    keyID: String = "AKID-test", secret: String = "tencent secret",
    applicationID: String = "1400006666", signNames: Set<String> = ["演示"],
    templates: [String: Int] = ["1110": 2], templatesAbroad: [String: Int] = ["2220": 2],
    balance: Int = 1_000
  ) {
    self.keyID = keyID
    self.secret = secret
    self.applicationID = applicationID
    self.signNames = signNames
    self.templates = templates
    self.templatesAbroad = templatesAbroad
    memory = GatewayMemory(balance: balance)
  }

  /// The accepted messages, the oldest first.
  public var sent: [GatewayDelivery] { memory.sent }

  /// An error response to the whole request.
  private struct No: Error { let code: String }

  /// Answers a request. The status is 200 for errors as well.
  public func respond(
    to request: ServedRequest, at url: String, now: Date
  ) async -> ServedResponse {
    do {
      try check(request, at: url, now)
      return try send(request, now)
    } catch let no as No {
      return Self.response(["Error": ["Code": .string(no.code), "Message": "No."]])
    } catch {
      return .standIn(.internalServerError, text: "error")
    }
  }

  private static func response(_ json: JSONObject) -> ServedResponse {
    var json = json
    json["RequestId"] = "a0aabda6-cf91-4f3e-a81f-9198114a2279"
    return .standIn(json: ["Response": .object(json)])
  }

  private func check(_ request: ServedRequest, at url: String, _ now: Date) throws {
    guard request.head.method == .post, request.path == "/", request.query.isEmpty else {
      throw No(code: "UnsupportedOperation")
    }
    guard request.field("X-TC-Action") == "SendSms" else { throw No(code: "InvalidAction") }
    guard request.field("X-TC-Version") == "2021-01-11" else { throw No(code: "NoSuchVersion") }
    guard request.field("X-TC-Region")?.isEmpty == false else { throw No(code: "MissingParameter") }
    let type = request.field("Content-Type") ?? ""
    guard type.hasPrefix("application/json") else { throw No(code: "UnsupportedProtocol") }
    guard let stamp = request.field("X-TC-Timestamp").flatMap({ Int($0) }),
      abs(now.timeIntervalSince1970 - Double(stamp)) <= 300
    else { throw No(code: "AuthFailure.SignatureExpire") }
    let pattern =
      #/TC3-HMAC-SHA256 Credential=([^/]+)/([^/]+)/sms/tc3_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})/#
    guard let match = try? pattern.wholeMatch(in: request.field("Authorization") ?? "") else {
      throw No(code: "AuthFailure.InvalidAuthorization")
    }
    guard match.1 == keyID else { throw No(code: "AuthFailure.SecretIdNotFound") }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents(
      [.year, .month, .day], from: Date(timeIntervalSince1970: Double(stamp)))
    let day = String(
      format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    guard match.2 == day else { throw No(code: "AuthFailure.SignatureFailure") }
    let signed = match.3.split(separator: ";").map(String.init)
    guard signed.contains("content-type"), signed.contains("host"), signed == signed.sorted() else {
      throw No(code: "AuthFailure.SignatureFailure")
    }
    let lines = signed.map { name -> String in
      let value = name == "host" ? String(url.dropFirst("http://".count)) : request.field(name)
      return "\(name):\((value ?? "").trimmingCharacters(in: .whitespaces).lowercased())\n"
    }
    let canonical =
      "POST\n/\n\n\(lines.joined())\n\(match.3)\n\(GatewayHash.sha256(request.body))"
    let text =
      "TC3-HMAC-SHA256\n\(stamp)\n\(day)/sms/tc3_request\n"
      + GatewayHash.sha256(Data(canonical.utf8))
    let dayKey = GatewayHash.hmac(day, Data(("TC3" + secret).utf8))
    let key = GatewayHash.hmac("tc3_request", GatewayHash.hmac("sms", dayKey))
    guard match.4 == GatewayHash.hex(GatewayHash.hmac(text, key)) else {
      throw No(code: "AuthFailure.SignatureFailure")
    }
  }

  private func send(_ request: ServedRequest, _ now: Date) throws -> ServedResponse {
    guard let json = try? JSONObject(parsing: [UInt8](request.body)) else {
      throw No(code: "FailedOperation.JsonParseFail")
    }
    let known: Set = [
      "PhoneNumberSet", "SmsSdkAppId", "TemplateId", "SignName", "TemplateParamSet",
      "ExtendCode", "SessionContext", "SenderId",
    ]
    guard known.isSuperset(of: json.names) else { throw No(code: "UnknownParameter") }
    guard json["SmsSdkAppId"]?.stringValue == applicationID else {
      throw No(code: "UnauthorizedOperation.SmsSdkAppIdVerifyFail")
    }
    guard let numbers = json["PhoneNumberSet"]?.arrayValue, !numbers.isEmpty else {
      throw No(code: "MissingParameter.EmptyPhoneNumberSet")
    }
    let items = numbers.map { JSONValue.object(item($0.stringValue ?? "", json, now)) }
    return Self.response(["SendStatusSet": .array(items)])
  }

  /// Sends the message to one number, and returns the item of the response for it.
  private func item(_ number: String, _ json: JSONObject, _ now: Date) -> JSONObject {
    let context = json["SessionContext"]?.stringValue
    let (code, serial) = outcome(number, json, now)
    return [
      "SerialNo": .string(serial), "PhoneNumber": .string(number), "Fee": serial.isEmpty ? 0 : 1,
      "SessionContext": .string(context ?? ""), "Code": .string(code),
      "Message": code == "Ok" ? "send success" : .string(code),
      "IsoCode": number.hasPrefix("+86") ? "CN" : "",
    ]
  }

  private func outcome(
    _ number: String, _ json: JSONObject, _ now: Date
  ) -> (code: String, serial: String) {
    let digits = number.dropFirst()
    guard number.hasPrefix("+"), (8...15).contains(digits.count), !digits.hasPrefix("0"),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return ("InvalidParameterValue.IncorrectPhoneNumber", "") }
    let isMainland = number.hasPrefix("+86")
    guard !isMainland || (digits.count == 13 && digits.dropFirst(2).hasPrefix("1")) else {
      return ("InvalidParameterValue.IncorrectPhoneNumber", "")
    }
    // "This parameter is required for Mainland China SMS."
    guard !isMainland || signNames.contains(json["SignName"]?.stringValue ?? "") else {
      return ("FailedOperation.SignatureIncorrectOrUnapproved", "")
    }
    let template = json["TemplateId"]?.stringValue ?? ""
    guard let count = (isMainland ? templates : templatesAbroad)[template] else {
      if isMainland, templatesAbroad[template] != nil {
        return ("UnsupportedOperation.GlobalTemplateToChineseMainlandPhone", "")
      }
      if !isMainland, templates[template] != nil {
        return ("UnsupportedOperation.ChineseMainlandTemplateToGlobalPhone", "")
      }
      return ("FailedOperation.TemplateUnapprovedOrNotExist", "")
    }
    let values = (json["TemplateParamSet"]?.arrayValue ?? []).compactMap(\.stringValue)
    guard values.count == count else {
      return ("FailedOperation.TemplateParamSetNotMatchApprovedTemplate", "")
    }
    let places = values.enumerated().map { (String($0.offset + 1), $0.element) }
    let delivery = GatewayDelivery(
      to: number, values: Dictionary(uniqueKeysWithValues: places), template: template,
      reference: json["SessionContext"]?.stringValue)
    do throws(GatewayMemory.Refusal) {
      let number = try memory.take(
        delivery, key: number, limits: [(30, 1), (3_600, 5), (86_400, 10)], now: now)
      return ("Ok", "5000:10457106691570536578\(number)")
    } catch {
      switch error {
      case .balance: return ("FailedOperation.InsufficientBalanceInSmsPackage", "")
      case .limit(30): return ("LimitExceeded.PhoneNumberThirtySecondLimit", "")
      case .limit(3_600): return ("LimitExceeded.PhoneNumberOneHourLimit", "")
      case .limit: return ("LimitExceeded.PhoneNumberDailyLimit", "")
      }
    }
  }
}
