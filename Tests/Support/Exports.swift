// SPDX-License-Identifier: Apache-2.0

// What almost every test uses, so that a test file imports one module and those it tests.
@_exported public import CoatcheckJOSE
@_exported public import CoatcheckOAuth
@_exported public import Foundation
@_exported public import HTTPTypes
@_exported public import Synchronization
@_exported public import Testing
