// SPDX-License-Identifier: Apache-2.0

// What the tests of a client, a server, or both use, so that a test file imports one module and those that it tests besides.
@_exported public import Coatcheck
@_exported public import CoatcheckAccounts
@_exported public import CoatcheckAsyncHTTP
@_exported public import CoatcheckClient
@_exported public import CoatcheckIssuer
@_exported public import CoatcheckServer
@_exported public import CoatcheckStorage
@_exported public import CoatcheckTesting
@_exported public import Crypto
@_exported public import Logging
@_exported public import TestSupport
