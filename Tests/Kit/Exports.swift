// SPDX-License-Identifier: Apache-2.0

// The modules that tests of clients and servers use. A test file imports this one and the modules it tests.
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
