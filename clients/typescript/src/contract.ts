// Made from the OpenAPI document by `npm run client:types`. Changes made here are lost.

export interface components {
  schemas: {
    RewardRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is Egyptian. The wallet is found by `WalletCode` **and** this number. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** Date or date-time of the sale, ISO 8601; without an offset it is the programme's local time. Not more than 5 minutes ahead, not older than 90 days. Returned as `pointsLog.invoiceDate`. */
      TransactionDate?: string | null;
      /** What was sold. */
      SkuId?: string | null;
      /** The bill that earns, in currency units, whole or with up to two decimals. */
      PointsValue: number;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. */
      ExternalLogId: string;
      /** Number of the caller's invoice. */
      InvoiceNumber?: string | null;
    };
    RedeemUserRequest: {
      /** The amount of the bill that is paid with points, in currency units, whole or with up to two decimals. */
      PointsValue: number;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is Egyptian. The wallet is found by `WalletCode` **and** this number. */
      ContactMsisdn: string;
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** Free text, kept with the log entry and returned as `pointsLog.comments`. */
      Comment?: string | null;
      /** The wallet's PIN, 4 to 6 digits. Asked for (1310) when the wallet has one. */
      PinCode?: string | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
    };
    RefundRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is Egyptian. The wallet is found by `WalletCode` **and** this number. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** Points to give back. Governs when `PointsValue` is sent as well. With neither, all that remains is given back. */
      Points?: number | null;
      /** The money value to give back, in currency units, whole or with up to two decimals, at the rate of the redemption. */
      PointsValue?: number | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
      /** `pointsLog.id` of the redemption. */
      TransactionId: number;
      /** Number of the caller's invoice. */
      InvoiceNumber?: string | null;
      /** Free text, kept with the log entry and returned as `pointsLog.comments`. */
      Comment?: string | null;
    };
    CancelRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is Egyptian. The wallet is found by `WalletCode` **and** this number. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** `pointsLog.id` of the entry to undo. Required unless `OriginalExternalLogId` is sent. */
      TransactionId?: number | null;
      /** `ExternalLogId` (or `Idempotency-Key`) of the operation to undo, for a caller that never got its answer. */
      OriginalExternalLogId?: string | null;
      /** Which operation `OriginalExternalLogId` means, where one receipt's number stands on several. Without it the only one that can still be cancelled is meant. */
      OriginalOperation?: "Reward" | "RedeemUser" | "Refund" | "" | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
      /** Number of the caller's invoice. */
      InvoiceNumber?: string | null;
      /** Free text, kept with the log entry and returned as `pointsLog.comments`. */
      Comment?: string | null;
    } & ({
      TransactionId: number;
    } | {
      OriginalExternalLogId: string;
    });
    ReturnRewardRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is Egyptian. The wallet is found by `WalletCode` **and** this number. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** Points to take back. Governs when `PointsValue` is sent as well. With neither, all that remains is taken back. */
      Points?: number | null;
      /** The price of the goods that came back, in currency units, whole or with up to two decimals, at the rate of the reward. The wallet keeps what the rest of the bill would have earned. */
      PointsValue?: number | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
      /** `pointsLog.id` of the reward. */
      TransactionId: number;
      /** Number of the caller's invoice. */
      InvoiceNumber?: string | null;
      /** Free text, kept with the log entry and returned as `pointsLog.comments`. */
      Comment?: string | null;
    };
    GetWalletRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is Egyptian. The wallet is found by `WalletCode` **and** this number. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
    };
    /** `Operation` and that operation's own fields, those that it requires included. */
    QuoteRequest: {
      /** What is quoted. */
      Operation: "Reward" | "RedeemUser" | "Refund" | "Cancel" | "ReturnReward";
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is Egyptian. The wallet is found by `WalletCode` **and** this number. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** Date or date-time of the sale, ISO 8601; without an offset it is the programme's local time. Not more than 5 minutes ahead, not older than 90 days. Returned as `pointsLog.invoiceDate`. */
      TransactionDate?: string | null;
      /** What was sold. */
      SkuId?: string | null;
      /** The money value to give back, in currency units, whole or with up to two decimals, at the rate of the redemption. */
      PointsValue?: number | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
      /** Number of the caller's invoice. */
      InvoiceNumber?: string | null;
      /** Free text, kept with the log entry and returned as `pointsLog.comments`. */
      Comment?: string | null;
      /** Points to give back. Governs when `PointsValue` is sent as well. With neither, all that remains is given back. */
      Points?: number | null;
      /** `pointsLog.id` of the entry to undo. Required unless `OriginalExternalLogId` is sent. */
      TransactionId?: number | null;
      /** `ExternalLogId` (or `Idempotency-Key`) of the operation to undo, for a caller that never got its answer. */
      OriginalExternalLogId?: string | null;
      /** Which operation `OriginalExternalLogId` means, where one receipt's number stands on several. Without it the only one that can still be cancelled is meant. */
      OriginalOperation?: "Reward" | "RedeemUser" | "Refund" | "" | null;
    };
    GetTransactionRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is Egyptian. The wallet is found by `WalletCode` **and** this number. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** `pointsLog.id` of the entry. Required unless `ExternalLogId` is sent. */
      TransactionId?: number | null;
      /** `ExternalLogId` (or `Idempotency-Key`) that the operation was sent with. */
      ExternalLogId?: string | null;
      /** Which operation `ExternalLogId` was sent with, where it was sent with several. */
      Operation?: "Reward" | "RedeemUser" | "Refund" | "Cancel" | "ReturnReward" | "" | null;
    };
    EnrolRequest: {
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is Egyptian. The wallet is found by `WalletCode` **and** this number. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** True when the customer has agreed to the programme's words; anything else is 1208. */
      Consent?: boolean | null;
      /** The customer's name. */
      Name?: string | null;
      /** The customer's day of birth, ISO 8601. */
      BirthDate?: string | null;
      /** The wallet's PIN, 4 to 6 digits. Those that everybody tries first are refused: 0000, 1234, the day or year of birth, the end of the mobile number. */
      PinCode?: string | null;
      /** The code of the customer's card. One is made when it is absent. */
      WalletCode?: string | null;
      /** Mobile number of whoever recommended the programme, not the customer's own (1002). Kept as it is said here, and never changed. Where the programme gives bonuses for it, both get theirs with the customer's first reward (rules.md §23). */
      ReferralMsisdn?: string | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
    };
    PointsEvent: {
      /** The same for everybody and for ever: who has seen it before does nothing twice. */
      id: string;
      /** When it happened. */
      timestamp: string;
      type: "points.rewarded" | "points.redeemed" | "points.refunded" | "points.returned" | "points.cancelled" | "points.expired" | "points.adjusted";
      data: components["schemas"]["PointsEventData"];
    };
    PointsEventData: {
      walletId: number;
      walletCode: string;
      contactMsisdnMasked: string;
      /** `pointsLog.id` of the operation's answer. */
      logId: number;
      logTypeId: number;
      channelId: number;
      /** Signed change of the spendable points. */
      points: number;
      /** Signed change of the suspended points. */
      suspendedPoints: number;
      /** The money value, rounded half up to whole currency units. */
      amountValue: number;
      /** The money value, exact, with up to two decimals. */
      totalAmount: number;
      /** Spendable points after it. */
      totalPoints: number;
      /** What was refunded, returned, cancelled or transferred. */
      relatedLogId: number | null;
      merchantId: number | null;
      branchId: number | null;
      userId: number;
      externalLogId: string;
      invoiceNumber: string | null;
      skuId: string | null;
      /** Of a reward: the last day of its points. */
      expiresOn: string | null;
    };
    WalletEvent: {
      /** The same for everybody and for ever: who has seen it before does nothing twice. */
      id: string;
      /** When it happened. */
      timestamp: string;
      type: "wallet.created" | "wallet.updated" | "wallet.status_changed" | "wallet.segment_changed" | "wallet.merged";
      data: components["schemas"]["WalletEventData"];
    };
    WalletEventData: {
      walletId: number;
      walletCode: string;
      contactMsisdnMasked: string;
      walletStatusId: number;
      segmentId?: number;
      mergedIntoWalletCode?: string;
      /** Names of the fields that the act was about; what was in them may be personal data. */
      changed: Array<string>;
    };
    DealEvent: {
      /** The same for everybody and for ever: who has seen it before does nothing twice. */
      id: string;
      /** When it happened. */
      timestamp: string;
      type: "deal.created" | "deal.updated" | "deal.state_changed" | "deal.deleted";
      data: components["schemas"]["DealEventData"];
    };
    DealEventData: {
      dealId: number;
      merchantId: number;
      offerNumber: string;
      /** `draft`, `published` or `paused`. */
      state?: string;
      /** Names of the fields that the act was about; what was in them may be personal data. */
      changed: Array<string>;
    };
    AnchorEvent: {
      /** The same for everybody and for ever: who has seen it before does nothing twice. */
      id: string;
      /** When it happened. */
      timestamp: string;
      type: "anchor.created";
      data: components["schemas"]["AnchorEventData"];
    };
    AnchorEventData: {
      number: number;
      createdAt: string;
      afterEntryId: number;
      /** It covers the entries above `afterEntryId`, up to this one. */
      entryId: number;
      wallets: number;
      /** Of the Merkle tree over the wallets that moved, base64. */
      root: string;
      audit: {
        /** Its number of rows. */
        seq: number;
        /** SHA-256 of its last row, base64. */
        hash: string | null;
      };
      security: {
        /** Its number of rows. */
        seq: number;
        /** SHA-256 of its last row, base64. */
        hash: string | null;
      };
      previousHash: string | null;
      hash: string;
      keyId: string;
      /** Ed25519, base64. */
      signature: string;
    };
    SecurityEvent: {
      /** The same for everybody and for ever: who has seen it before does nothing twice. */
      id: string;
      /** When it happened. */
      timestamp: string;
      type: "security.alert";
      data: components["schemas"]["SecurityEventData"];
    };
    SecurityEventData: {
      kind: string;
      userId: number | null;
      merchantId: number | null;
      branchId: number | null;
      clientId: number | null;
      ipAddress: string | null;
      details: Record<string, unknown> | null;
    };
    TestEvent: {
      /** The same for everybody and for ever: who has seen it before does nothing twice. */
      id: string;
      /** When it happened. */
      timestamp: string;
      type: "test.ping";
      data: {
        merchantId: number;
      };
    };
    RewardSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      pointsLog: components["schemas"]["PointsLog"];
      wallet: components["schemas"]["Wallet"];
      /** 0 when none applies. */
      offerNumber: number;
      /** Empty when none applies. */
      couponNumber: string;
    };
    /** The points log entry that the change created. */
    PointsLog: {
      /** Log entry identifier: the `TransactionId` of a later Refund or Cancel. */
      id: number;
      walletId: number;
      /** The wallet addressed in the request. */
      actorWalletId: number;
      /** 1 POS API, 2 cashier portal, 3 admin portal, 4 customer app, 5 USSD/SMS, 6 call centre, 7 import, 8 system. */
      channelId: number | null;
      /** 1 redemption, 2 reward, 3 refund, 4 cancellation, 5 expiry, 6 adjustment up, 7 adjustment down, 8 transfer out, 9 transfer in, 10 release of suspended points, 11 return of goods. */
      logTypeId: number;
      /** The caller's comment, or else a text describing the change. */
      comments: string;
      /** Mobile number of the branch; empty when no branch acted. */
      merchantMSISDN: string;
      /** Points moved, unsigned; the direction is in `logTypeId`. */
      amount: number;
      /** The money value of those points, rounded half up to whole currency units. */
      amountValue: number;
      /** Wallet balance after the change. */
      balanceAfter: number;
      /** A reward all of whose points have lapsed. */
      isExpired: boolean;
      createdDate: string;
      /** The `TransactionDate` of a reward. */
      invoiceDate: string | null;
      invoiceNumber: string | null;
      /** The `SkuId` of a reward. */
      skuPointsId: string | null;
      /** In a refund, the entry that is refunded; otherwise null. */
      refundedLogId: number | null;
      /** The portal user, or the technical user of the API client. */
      userId: number;
      /** The caller's own reference; empty when none was sent. */
      externalLogId: string;
    };
    /** The wallet after the change. */
    Wallet: {
      /** Wallet identifier. */
      id: number;
      name: string | null;
      walletCode: string;
      email: string | null;
      address: string | null;
      gender: string | null;
      /** Spendable balance after the change. Below zero only after a cancelled reward whose points were already spent. */
      totalPoints: number;
      /** Lifetime points earned, less those of cancelled rewards. */
      accumulatedPoints: number;
      /** Lifetime points redeemed, less those refunded or cancelled. */
      redPoints: number;
      isOptedIn: boolean;
      /** Wall clock of the programme's time zone, without offset. `0001-01-01T00:00:00` for a customer who never joined. */
      optedInDate: string;
      /** Reserved; null at present. */
      parentWalletId: number | null;
      /** Reserved; null at present. */
      addOnWalletId: number | null;
      /** What RedeemUser would accept from the wallet right now: 0 where its status, the opt-in, the activation flag or the threshold would refuse it. */
      billRewardPoints: number;
      /** The money value of `billRewardPoints`, to 2 decimals. */
      billRewardValue: number;
      /** Mobile number of whoever recommended the programme, as it was said at enrolment. */
      referralMasterMSISDN: string | null;
      birthDate: string | null;
      /** Null unless the client may see national identity numbers. */
      nid: string | null;
      /** National form for Egyptian numbers, E.164 for others. */
      contactMsisdn: string;
      /** 1 active, 2 pending activation, 3 suspended, 4 blocked, 5 closed, 6 merged. */
      walletStatusId: number;
      segment: components["schemas"]["Segment"];
      /** Reserved; null at present. */
      childrenWallets: Array<unknown> | null;
      /** Reserved; null at present. */
      parentWallet: Record<string, unknown> | null;
      isParent: boolean;
      /** Reserved; null at present. */
      parentWalletCode: string | null;
      /** Reserved; null at present. */
      walletType: string | null;
      isAdded: boolean;
      isDeleted: boolean;
      /** Whether the wallet may redeem at all (1306). */
      redemptionActivationFlag: boolean;
      /** Points that exist but cannot be spent now; outside `totalPoints`. */
      suspendedPoints: number;
    };
    /** The rates of a wallet, as they were when the entry was written. */
    Segment: {
      id: number;
      /** In the language of the answer. */
      name: string;
      /** Points earned per currency unit. */
      rewValueFactor: number;
      /** Points needed per currency unit. */
      redValueFactor: number;
      /** The balance a wallet must hold before it may redeem; 0 = none. */
      redThreshold: number;
      /** Lifetime points from which a wallet belongs to this segment. */
      value: number;
      /** Points added to each reward. */
      bonusPoints: number | null;
      offerNumber: string | null;
      ratePlan: string | null;
      color: string | null;
      segmentColorId: number | null;
    };
    RewardRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1203" | "1204" | "1205" | "1206" | "1304" | "1416" | "1501" | "1504" | "1701" | "1702" | "1704" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      pointsLog: null;
      wallet: components["schemas"]["Wallet"] | null;
      /** 0 when none applies. */
      offerNumber: number;
      /** Empty when none applies. */
      couponNumber: string;
    };
    RedeemUserSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: string | null;
      /** Reserved; null at present. */
      couponDetails: Record<string, unknown> | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"];
      /** In a cancellation, what it undid. */
      transaction: components["schemas"]["CancelledTransaction"] | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    CancelledTransaction: {
      /** The entry that was undone. */
      cancelledLogId: number;
      /** Its `logTypeId`: 1, 2 or 3. */
      cancelledLogTypeId: number;
    };
    RedeemUserRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1203" | "1204" | "1205" | "1206" | "1301" | "1302" | "1304" | "1306" | "1307" | "1310" | "1311" | "1312" | "1416" | "1501" | "1504" | "1701" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: null;
      /** Reserved; null at present. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** In a cancellation, what it undid. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    RefundSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: string | null;
      /** Reserved; null at present. */
      couponDetails: Record<string, unknown> | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"];
      /** In a cancellation, what it undid. */
      transaction: components["schemas"]["CancelledTransaction"] | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    RefundRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1203" | "1204" | "1205" | "1206" | "1401" | "1402" | "1403" | "1404" | "1405" | "1406" | "1407" | "1416" | "1501" | "1504" | "1701" | "1702" | "1704" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: null;
      /** Reserved; null at present. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** In a cancellation, what it undid. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    CancelSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: string | null;
      /** Reserved; null at present. */
      couponDetails: Record<string, unknown> | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"];
      transaction: components["schemas"]["CancelledTransaction"];
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    CancelRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1203" | "1204" | "1205" | "1206" | "1401" | "1411" | "1412" | "1413" | "1414" | "1415" | "1416" | "1417" | "1501" | "1504" | "1701" | "1702" | "1704" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: null;
      /** Reserved; null at present. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** In a cancellation, what it undid. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    ReturnRewardSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: string | null;
      /** Reserved; null at present. */
      couponDetails: Record<string, unknown> | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"];
      transaction: components["schemas"]["ReturnedTransaction"];
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    ReturnedTransaction: {
      /** The reward whose goods came back. */
      returnedLogId: number;
      /** Its `logTypeId`: 2. */
      returnedLogTypeId: number;
      /** Points of the reward that could still be taken back after this. */
      remainingPoints: number;
    };
    ReturnRewardRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1203" | "1204" | "1205" | "1206" | "1401" | "1402" | "1403" | "1404" | "1405" | "1406" | "1407" | "1411" | "1415" | "1501" | "1504" | "1701" | "1702" | "1704" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: null;
      /** Reserved; null at present. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** The reward whose goods came back, and what remains of it. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    GetDealsSuccess: {
      deals: Array<components["schemas"]["Deal"]>;
      /** 0 on success, otherwise a code of the table of errors. */
      ErrorCode: 0;
      /** In the language of the answer. */
      ErrorMessage: string;
      /** Empty on success. */
      EnglishErrorMessage: string;
      /** Empty on success. */
      ArabicErrorMessage: string;
    };
    Deal: {
      Id: number;
      /** In the language of the answer. */
      Title: string;
      OfferNumber: string;
      /** Merchant name, in the language of the answer. */
      Merchant: string;
      /** In the language of the answer. */
      Description: string;
      /** In the language of the answer. */
      Terms: string;
      /** 1 percent, 2 fixed amount, 3 free item, 4 buy X get Y, 5 points multiplier, 6 special price. */
      DiscountType: number;
      /** 0 for the types 3 and 4. */
      Discount: number;
      /** URL of the deal image. */
      Image: string;
      StartDate: string;
      /** The last moment to get the deal. */
      EndDate: string;
      /** The last moment to use it. */
      ExpiryDate: string;
      SortingNumber: number | null;
      /** URL of the merchant logo. */
      MerchantImage: string;
      CategoryId: number;
      /** The active branches that honour the deal. */
      Branches: Array<components["schemas"]["DealBranch"]>;
    };
    DealBranch: {
      Id: number;
      /** In the language of the answer. */
      BranchName: string;
      BranchAddress: string;
      /** May be empty. */
      Latitude: string;
      /** May be empty. */
      Longitude: string;
    };
    GetDealsRefusal: {
      deals: Array<components["schemas"]["Deal"]>;
      /** 0 on success, otherwise a code of the table of errors. */
      ErrorCode: 1002 | 1005 | 1008 | 1101 | 1102 | 1103 | 1104 | 1105 | 1701 | 1901 | 1902;
      /** In the language of the answer. */
      ErrorMessage: string;
      /** Empty on success. */
      EnglishErrorMessage: string;
      /** Empty on success. */
      ArabicErrorMessage: string;
    };
    GetWalletSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: string | null;
      /** Reserved; null at present. */
      couponDetails: Record<string, unknown> | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"] | null;
      /** Reserved; null at present. */
      transaction: Record<string, unknown> | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    GetWalletRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1701" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: null;
      /** Reserved; null at present. */
      couponDetails: null;
      wallet: null;
      pointsLog: null;
      /** Reserved; null at present. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    QuoteSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: string | null;
      /** Reserved; null at present. */
      couponDetails: Record<string, unknown> | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"];
      transaction: {
        /** What was quoted. */
        operation: string;
        /** Whether the operation will ask for the customer's PIN (1310). */
        isPinRequired: boolean;
        /** `transaction` of the answer that the operation would have. */
        transaction: Record<string, unknown> | null;
      };
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
      /** With 1307, 1702 and 1704: the limits that the operation would pass, in currency units, points or a number of rewards. Otherwise empty. */
      limits: Array<{
        /** Which limit. */
        limit: string;
        /** What the operation asks of it. */
        required: number;
        /** What is left of it. */
        available: number;
        /** How much the operation is beyond it. */
        missing: number;
      }>;
    };
    QuoteRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1203" | "1204" | "1205" | "1206" | "1301" | "1302" | "1304" | "1306" | "1307" | "1312" | "1401" | "1402" | "1403" | "1404" | "1405" | "1406" | "1407" | "1411" | "1412" | "1413" | "1414" | "1415" | "1416" | "1417" | "1501" | "1701" | "1702" | "1704" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: null;
      /** Reserved; null at present. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      /** The entry that there would be. Its `id` is 0: nothing was written. */
      pointsLog: null;
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
      /** With 1307, 1702 and 1704: the limits that the operation would pass, in currency units, points or a number of rewards. Otherwise empty. */
      limits: Array<{
        /** Which limit. */
        limit: string;
        /** What the operation asks of it. */
        required: number;
        /** What is left of it. */
        available: number;
        /** How much the operation is beyond it. */
        missing: number;
      }>;
    };
    GetTransactionSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: string | null;
      /** Reserved; null at present. */
      couponDetails: Record<string, unknown> | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"];
      transaction: {
        /** The operation that made the entry; null for expiry and acts of the portal. */
        operation: string | null;
        /** Points that have not been given back: of a redemption by Refund, of a reward by ReturnReward. 0 once it is cancelled, and for every other kind. */
        remainingPoints: number;
        /** Points that were given back so far. */
        refundedPoints: number;
        /** Their money value. */
        refundedValue: number;
        isCancelled: boolean;
        /** Of an entry that was cancelled: its cancellation. Of a cancellation: the entry that it undid. Otherwise null. */
        cancelledLogId: number | null;
        /** Of a cancellation: `logTypeId` of the entry that it undid. */
        cancelledLogTypeId: number | null;
      };
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    GetTransactionRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1401" | "1416" | "1417" | "1501" | "1505" | "1701" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: null;
      /** Reserved; null at present. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** What has become of the entry. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    EnrolSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: string | null;
      /** Reserved; null at present. */
      couponDetails: Record<string, unknown> | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"] | null;
      /** With 1207, the wallet that the number has; otherwise null. */
      transaction: {
        /** The last characters of its code. */
        walletCode: string;
      } | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    EnrolRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1207" | "1208" | "1501" | "1504" | "1701" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** 0 when none applies. */
      offerNumber: number;
      /** Reserved; null at present. */
      couponNumber: null;
      /** Reserved; null at present. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** With 1207, the wallet that the number has; otherwise null. */
      transaction: {
        /** The last characters of its code. */
        walletCode: string;
      } | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    EventFeedPage: {
      events: Array<components["schemas"]["PointsEvent"] | components["schemas"]["WalletEvent"] | components["schemas"]["DealEvent"]>;
      /** Where the next page begins; also when there is nothing new. */
      cursor: string;
      /** There may be more right now, even if this page is empty. */
      hasMore: boolean;
    };
    EventFeedRefusal: {
      errorCode: "1002" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1701" | "1901" | "1902";
      errorMessage: string;
    };
    SandboxReset: {
      /** How many wallets were brought back. */
      wallets: number;
    };
    SandboxResetRefusal: {
      errorCode: "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1701" | "1901" | "1902";
      errorMessage: string;
    };
    CertificationProgress: {
      /** How many requirements are met. */
      met: number;
      /** How many there are for the client's scopes. */
      of: number;
      requirements: Array<components["schemas"]["CertificationRequirement"]>;
    };
    CertificationRequirement: {
      /** Stays the same for ever. */
      name: string;
      /** What is required. */
      title: {
        en: string;
        ar: string;
      };
      /** How it is shown. */
      how: {
        en: string;
        ar: string;
      };
      /** What to mend when it is violated. */
      mend: {
        en: string;
        ar: string;
      };
      /** `open`: not seen yet. What was seen last counts. */
      state: "open" | "met" | "violated";
      seenAt: string | null;
      /** The requests that show it. */
      requests: Array<components["schemas"]["CertificationEvidence"]>;
      /** The wallet of the sandbox on which it is shown; null: any. */
      wallet: {
        walletCode: string;
        contactMsisdn: string;
      } | null;
    };
    CertificationEvidence: {
      /** Of the client's request log in the portal. */
      id: number;
      /** `X-Request-Id` of the answer. */
      requestId: string;
      at: string;
      operation: string | null;
      /** What it was answered with; 0 = success. */
      code: number;
    };
    CertificationRefusal: {
      errorCode: "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1701" | "1901" | "1902";
      errorMessage: string;
    };
  };
}

export interface operations {
  /** Add points for a sale. */
  Reward: {
    request: components["schemas"]["RewardRequest"];
    success: components["schemas"]["RewardSuccess"];
    refusal: components["schemas"]["RewardRefusal"];
  };
  /** Pay a bill with points. */
  RedeemUser: {
    request: components["schemas"]["RedeemUserRequest"];
    success: components["schemas"]["RedeemUserSuccess"];
    refusal: components["schemas"]["RedeemUserRefusal"];
  };
  /** Give redeemed points back. */
  Refund: {
    request: components["schemas"]["RefundRequest"];
    success: components["schemas"]["RefundSuccess"];
    refusal: components["schemas"]["RefundRefusal"];
  };
  /** Undo a whole entry. */
  Cancel: {
    request: components["schemas"]["CancelRequest"];
    success: components["schemas"]["CancelSuccess"];
    refusal: components["schemas"]["CancelRefusal"];
  };
  /** Take back the points of returned goods. */
  ReturnReward: {
    request: components["schemas"]["ReturnRewardRequest"];
    success: components["schemas"]["ReturnRewardSuccess"];
    refusal: components["schemas"]["ReturnRewardRefusal"];
  };
  /** List the live deals. */
  GetDeals: {
    request: {
      /** Compared without case. Absent: every live deal. Given: the deals without a rate plan and those with this one. */
      ratePlan?: string;
    };
    success: components["schemas"]["GetDealsSuccess"];
    refusal: components["schemas"]["GetDealsRefusal"];
  };
  /** Show a wallet. */
  GetWallet: {
    request: components["schemas"]["GetWalletRequest"];
    success: components["schemas"]["GetWalletSuccess"];
    refusal: components["schemas"]["GetWalletRefusal"];
  };
  /** Say what an operation would come to. */
  Quote: {
    request: components["schemas"]["QuoteRequest"];
    success: components["schemas"]["QuoteSuccess"];
    refusal: components["schemas"]["QuoteRefusal"];
  };
  /** Find a transaction again. */
  GetTransaction: {
    request: components["schemas"]["GetTransactionRequest"];
    success: components["schemas"]["GetTransactionSuccess"];
    refusal: components["schemas"]["GetTransactionRefusal"];
  };
  /** Open a wallet for a customer. */
  Enrol: {
    request: components["schemas"]["EnrolRequest"];
    success: components["schemas"]["EnrolSuccess"];
    refusal: components["schemas"]["EnrolRefusal"];
  };
}

/** How the operations are called. */
export const OPERATIONS = {
  Reward: { method: "POST", movesPoints: true },
  RedeemUser: { method: "POST", movesPoints: true },
  Refund: { method: "POST", movesPoints: true },
  Cancel: { method: "POST", movesPoints: true, originalOperations: ["Reward","RedeemUser","Refund"] },
  ReturnReward: { method: "POST", movesPoints: true },
  GetDeals: { method: "GET", movesPoints: false },
  GetWallet: { method: "POST", movesPoints: false },
  Quote: { method: "POST", movesPoints: false },
  GetTransaction: { method: "POST", movesPoints: false },
  Enrol: { method: "POST", movesPoints: true },
} as const;
