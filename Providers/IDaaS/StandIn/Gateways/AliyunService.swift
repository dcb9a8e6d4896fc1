// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth
public import CoatcheckServer
public import Foundation
import HTTPTypes

/// A stand-in of Alibaba Cloud's SMS (`SendSms`) and mail (`SingleSendMail`), with the signature
/// `ACS3-HMAC-SHA256`.
public struct AliyunService: StandInService {
  /// An approved template.
  public struct Template: Sendable {
    let names: Set<String>
    let isAbroad: Bool

    /// Creates a template.
    ///
    /// - Parameters:
    ///   - names: The names of its variables; a message must have a value for each.
    ///   - isAbroad: Whether it is for other countries than mainland China.
    public init(_ names: Set<String>, isAbroad: Bool = false) {
      self.names = names
      self.isAbroad = isAbroad
    }
  }

  /// The identifier of the access key: the `AccessKeyId`.
  public let keyID: String
  /// The secret of the access key: the `AccessKeySecret`.
  public let secret: String
  /// The approved signatures.
  public let signNames: Set<String>
  /// The approved templates, by their codes.
  public let templates: [String: Template]
  /// The sender address that mail must have.
  public let mailAddress: String
  let memory: GatewayMemory

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - keyID: The identifier of the access key.
  ///   - secret: The secret of the access key.
  ///   - signNames: The approved signatures; a message with another one is refused.
  ///   - templates: The approved templates, by their codes.
  ///   - mailAddress: The sender address that mail must have.
  ///   - balance: The number of messages that the account can pay for.
  public init(
    keyID: String = "LTAI-test", secret: String = "aliyun secret",
    signNames: Set<String> = ["演示"],
    templates: [String: Template] = [
      "SMS_1": Template(["code"]), "SMS_2": Template(["code", "product"]),
      "SMS_9": Template(["code"], isAbroad: true),
    ], mailAddress: String = "noreply@mail.example", balance: Int = 1_000
  ) {
    self.keyID = keyID
    self.secret = secret
    self.signNames = signNames
    self.templates = templates
    self.mailAddress = mailAddress
    memory = GatewayMemory(balance: balance)
  }

  /// The accepted messages, the oldest first.
  public var sent: [GatewayDelivery] { memory.sent }

  /// An error response. Errors of `SendSms` itself have status 200, those of the API gateway another one.
  struct No: Error {
    let code: String
    var message = ""
    var status = HTTPResponse.Status.badRequest
  }

  /// Answers a request.
  public func respond(
    to request: ServedRequest, at url: String, now: Date
  ) async -> ServedResponse {
    do {
      let parameters = try check(request, at: url, now: now)
      switch request.field("x-acs-action") {
      case "SendSms":
        guard request.field("x-acs-version") == "2017-05-25" else {
          throw No(code: "InvalidVersion")
        }
        return try sendSMS(parameters, now: now)
      case "SingleSendMail":
        guard request.field("x-acs-version") == "2015-11-23" else {
          throw No(code: "InvalidVersion")
        }
        return try sendMail(parameters, now: now)
      default: throw No(code: "InvalidAction.NotFound", status: .notFound)
      }
    } catch let no as No {
      var json: JSONObject = [
        "RequestId": "0A974B78-02BF-4C79-ADF3-90CFBA1B55B1", "Code": .string(no.code),
        "Message": .string(no.message.isEmpty ? no.code : no.message),
      ]
      if no.status != .ok { json["HostId"] = .string(url) }
      return .standIn(no.status, json: json)
    } catch {
      return .standIn(.internalServerError, text: "error")
    }
  }

  private func sendSMS(_ form: [String: String], now: Date) throws -> ServedResponse {
    func no(_ code: String, _ message: String = "") -> No {
      No(code: code, message: message, status: .ok)
    }
    let number = form["PhoneNumbers"] ?? ""
    let isDigits = !number.isEmpty && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let isMainland = number.count == 11 && number.hasPrefix("1")
    guard isDigits, isMainland || (8...15).contains(number.count), !number.hasPrefix("0"),
      // A mainland number is sent without its country code; with it, it is not a foreign number.
      !number.hasPrefix("86")
    else { throw no("isv.MOBILE_NUMBER_ILLEGAL") }
    guard signNames.contains(form["SignName"] ?? "") else { throw no("isv.SMS_SIGNATURE_ILLEGAL") }
    let name = form["TemplateCode"] ?? ""
    guard let template = templates[name], template.isAbroad != isMainland else {
      throw no("isv.SMS_TEMPLATE_ILLEGAL")
    }
    let text = form["TemplateParam"] ?? "{}"
    guard let values = try? JSONObject(parsing: Array(text.utf8)) else {
      throw no("isv.INVALID_JSON_PARAM")
    }
    var given: [String: String] = [:]
    for (name, value) in values {
      // "The value has to be a string."
      guard let value = value.stringValue else { throw no("isv.INVALID_JSON_PARAM") }
      guard value.count <= 35 else { throw no("isv.PARAM_LENGTH_LIMIT") }
      given[name] = value
    }
    guard template.names.isSubset(of: given.keys) else {
      throw no("isv.TEMPLATE_MISSING_PARAMETERS")
    }
    let delivery = GatewayDelivery(
      to: number, values: given, template: name, reference: form["OutId"])
    do throws(GatewayMemory.Refusal) {
      let count = try memory.take(
        delivery, key: "\(form["SignName"] ?? "") \(number)",
        limits: [(60, 1), (3_600, 5), (86_400, 10)], now: now)
      return .standIn(json: [
        "Message": "OK", "RequestId": "F655A8D5-B967-440B-8683-DAD6FF8DE990", "Code": "OK",
        "BizId": .string("90061934\(1000 + count)^0"),
      ])
    } catch {
      switch error {
      case .balance: throw no("isv.AMOUNT_NOT_ENOUGH")
      case .limit(60): throw no("isv.BUSINESS_LIMIT_CONTROL", "触发分钟级流控Permits:1")
      case .limit(3_600): throw no("isv.BUSINESS_LIMIT_CONTROL", "触发小时级流控Permits:5")
      case .limit: throw no("isv.BUSINESS_LIMIT_CONTROL", "触发天级流控Permits:10")
      }
    }
  }

  private func sendMail(_ form: [String: String], now: Date) throws -> ServedResponse {
    guard form["AccountName"] == mailAddress else {
      throw No(code: "InvalidMailAddress.NotFound", status: .notFound)
    }
    guard form["AddressType"] == "1", ["true", "false"].contains(form["ReplyToAddress"]) else {
      throw No(code: "InvalidParameter")
    }
    let address = form["ToAddress"] ?? ""
    guard address.split(separator: "@").count == 2, !address.contains(",") else {
      throw No(code: "InvalidToAddress")
    }
    guard let subject = form["Subject"], (1...256).contains(subject.count),
      let text = form["TextBody"] ?? form["HtmlBody"]
    else { throw No(code: "InvalidBody") }
    let delivery = GatewayDelivery(
      to: address, values: ["subject": subject, "text": text], template: nil, reference: nil)
    guard let count = try? memory.take(delivery, key: address, limits: [], now: now) else {
      throw No(code: "InsufficientBalance")
    }
    return .standIn(json: [
      "EnvId": .string("60000000\(count)"), "RequestId": "12D086F6-8F31-4658-84C1-006DED011A85",
    ])
  }
}
