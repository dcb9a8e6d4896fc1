// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Errors in the configuration of a gateway for mail or of delivery reports, and the member that is named.
extension GatewayFileTests {
  static let mailTroubles: [Case<(String, String)>] = [
    Case("mail without a host", (mail(#""address": "a@b.example""#), "gateways[0].host")),
    Case("mail without a sender", (mail(#""host": "mail.example""#), "gateways[0].address")),
    Case(
      "mail from an address with a line break",
      (
        mail(#""host": "mail.example", "address": "a@b.example\nBcc: c@d.example""#),
        "gateways[0].address"
      )),
    Case(
      "mail without TLS to another machine",
      (mail(#""host": "10.0.0.1", "address": "a@b.example", "tls": "none""#), "gateways[0].tls")),
    Case(
      "a mail password without TLS",
      (
        mail(
          #""host": "127.0.0.1", "address": "a@b.example", "tls": "none", "username": "u", "secret": "s""#
        ),
        "gateways[0].secret"
      )),
    Case(
      "an unknown protection of mail",
      (
        mail(#""host": "mail.example", "address": "a@b.example", "tls": "maybe""#),
        "gateways[0].tls"
      )),
    Case(
      "a user of mail without a password",
      (
        mail(#""host": "mail.example", "address": "a@b.example", "username": "u""#),
        "gateways[0].secret"
      )),
    Case(
      "a password of mail without a user",
      (
        mail(#""host": "mail.example", "address": "a@b.example", "secret": "s""#),
        "gateways[0].username"
      )),
    Case(
      "authorities of mail that are missing",
      (
        mail(#""host": "mail.example", "address": "a@b.example", "authorities_file": "x.pem""#),
        "gateways[0].authorities_file"
      )),
    Case(
      "mail to countries",
      (
        mail(#""host": "mail.example", "address": "a@b.example", "countries": ["CN"]"#),
        "gateways[0].countries"
      )),
    Case(
      "a text of mail without its code",
      (
        mail(#""host": "mail.example", "address": "a@b.example", "texts": {"en": "Hello"}"#),
        "gateways[0].texts"
      )),
    Case(
      "an unknown placeholder in a mail",
      (
        mail(
          #""host": "mail.example", "address": "a@b.example", "texts": {"REGISTER_EMS": "{code} {user}"}"#
        ),
        "gateways[0].texts"
      )),
    Case(
      "a code in the subject",
      (
        mail(#""host": "mail.example", "address": "a@b.example", "subjects": "{code}""#),
        "gateways[0].subjects"
      )),
    Case(
      "a subject of two lines",
      (
        mail(
          #""host": "mail.example", "address": "a@b.example", "notice_subjects": {"LINKED": "a\nb"}"#
        ),
        "gateways[0].notice_subjects"
      )),
  ]

  static let receiptTroubles: [Case<(String, String)>] = [
    Case(
      "a receipt key that is easy to guess",
      (
        #"{"kind": "webhook", "secret": "s", "url": "https://hook.example/", "contacts": "phones", "receipt_key": "short"}"#,
        "gateways[0].receipt_key"
      )),
    Case(
      "a receipt key that an address cannot hold",
      (
        #"{"kind": "webhook", "secret": "s", "url": "https://hook.example/", "contacts": "phones", "receipt_key": "0123456789/0123456789"}"#,
        "gateways[0].receipt_key"
      )),
    Case(
      "one receipt key for two gateways",
      (
        [String](
          repeating:
            #"{"kind": "webhook", "secret": "s", "url": "https://hook.example/", "contacts": "phones", "receipt_key": "01234567890123456789"}"#,
          count: 2
        ).joined(separator: ","), "gateways[1].receipt_key"
      )),
    Case(
      "a receipt key of a gateway whose reports are not read",
      (
        #"{"kind": "twilio", "secret": "s", "account": "AC1", "from": "+1", "receipt_key": "01234567890123456789"}"#,
        "gateways[0].receipt_key"
      )),
  ]

  private static func mail(_ members: String) -> String { #"{"kind": "smtp", \#(members)}"# }
}
