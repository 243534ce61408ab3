// Made from the OpenAPI document by `node scripts/client-types.mjs`. Changes made here are lost.

export interface components {
  schemas: {
    RewardRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** Date or date-time of the sale, ISO 8601; without an offset it is the programme's local time. Not more than 5 minutes ahead, not older than 90 days. Returned as `pointsLog.invoiceDate`. */
      TransactionDate?: string | null;
      /** Code of the item that was sold. */
      SkuId?: string | null;
      /** The bill that earns, in currency units, whole or with up to two decimals. */
      PointsValue: number;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. */
      ExternalLogId: string;
      /** Number of the caller's invoice. */
      InvoiceNumber?: string | null;
      /** The items that were sold, line by line, for promotions that are for items. Their values need not add up to `PointsValue`: a discount may be on the whole bill. A line that cannot be read is left out and named in `comments`; the bill earns whatever is wrong with its lines. */
      Items?: Array<{
        /** Which item it is. */
        SkuId: string;
        /** How many pieces, or how much of weighed goods, with up to three decimals; one when it is absent. Below zero for a line that was voided. */
        Quantity?: number | null;
        /** Price of the line, in currency units, whole or with up to two decimals. Below zero for a voided line and for a discount. */
        Value?: number | null;
      }> | null;
    };
    RedeemUserRequest: {
      /** The amount of the bill that is paid with points, in currency units, whole or with up to two decimals. */
      PointsValue: number;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
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
      /** Number of the caller's invoice. */
      InvoiceNumber?: string | null;
    };
    RefundRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
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
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** `pointsLog.id` of the entry to undo. Required unless `OriginalExternalLogId` is sent. */
      TransactionId?: number | null;
      /** `ExternalLogId` (or `Idempotency-Key`) of the operation to undo, for a caller that never got its answer. */
      OriginalExternalLogId?: string | null;
      /** Which operation `OriginalExternalLogId` means, where one receipt's number stands on several. Without it the only one that can still be cancelled is meant. */
      OriginalOperation?: "Reward" | "RedeemUser" | "Refund" | "ReturnReward" | "Hold" | "Capture" | "Release" | "IssueCoupon" | "Settle" | "RedeemCoupon" | "CancelCoupon" | "Enrol" | "Cancel" | "" | null;
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
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** Points to take back. Governs when `PointsValue` is sent as well. With neither, all that remains is taken back. Of a settled bill `PointsValue` is wanted (1002). */
      Points?: number | null;
      /** The price of the goods that came back, in currency units, whole or with up to two decimals, at the rate of the reward. The wallet keeps what the rest of the bill would have earned, promotions that multiply it included. Of a settled bill it is the price out of the whole bill, before coupons and points. */
      PointsValue?: number | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
      /** `pointsLog.id` of the reward. */
      TransactionId: number;
      /** Number of the caller's invoice. */
      InvoiceNumber?: string | null;
      /** Free text, kept with the log entry and returned as `pointsLog.comments`. */
      Comment?: string | null;
      /** The goods that came back, line by line: they take the points that a promotion gave for these items. Without them such points go with the last of the bill. */
      Items?: Array<{
        /** Which item it is. */
        SkuId: string;
        /** How many pieces, or how much of weighed goods, with up to three decimals; one when it is absent. Below zero for a line that was voided. */
        Quantity?: number | null;
        /** Price of the line, in currency units, whole or with up to two decimals. Below zero for a voided line and for a discount. */
        Value?: number | null;
      }> | null;
    };
    HoldRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** Points to hold. Governs when `PointsValue` is sent as well. Required unless `PointsValue` is sent. */
      Points?: number | null;
      /** The amount of the order that will be paid with points, in currency units, whole or with up to two decimals. */
      PointsValue?: number | null;
      /** Whole minutes after which the hold ends by itself. 30 when absent. */
      Minutes?: number | null;
      /** The wallet's PIN, 4 to 6 digits. Asked for (1310) when the wallet has one. */
      PinCode?: string | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
      /** Number of the caller's invoice. */
      InvoiceNumber?: string | null;
      /** Free text, kept with the log entry and returned as `pointsLog.comments`. */
      Comment?: string | null;
    } & ({
      PointsValue: number;
    } | {
      Points: number;
    });
    CaptureRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** `pointsLog.id` of the hold, which is `transaction.holdId` of Hold's answer. */
      HoldId: number;
      /** Points to redeem, at most those of the hold. Governs when `PointsValue` is sent as well. With neither, all of the hold is redeemed. */
      Points?: number | null;
      /** The amount that is paid, in currency units, whole or with up to two decimals, at the rate of the hold. */
      PointsValue?: number | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
      /** Number of the caller's invoice. */
      InvoiceNumber?: string | null;
      /** Free text, kept with the log entry and returned as `pointsLog.comments`. */
      Comment?: string | null;
    };
    ReleaseRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** `pointsLog.id` of the hold, which is `transaction.holdId` of Hold's answer. */
      HoldId: number;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
      /** Free text, kept with the log entry and returned as `pointsLog.comments`. */
      Comment?: string | null;
    };
    IssueCouponRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** `offerNumber` of one of the `offers` of GetCoupons. */
      OfferNumber: number;
      /** Free text, kept with the log entry and returned as `pointsLog.comments`. */
      Comment?: string | null;
      /** The wallet's PIN, 4 to 6 digits. Asked for (1310) when the wallet has one. */
      PinCode?: string | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
    };
    SettleRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** Date or date-time of the sale, ISO 8601; without an offset it is the programme's local time. Not more than 5 minutes ahead, not older than 90 days. Returned as `pointsLog.invoiceDate`. */
      TransactionDate?: string | null;
      /** The whole bill, before coupons and points, in currency units, whole or with up to two decimals. */
      BillValue: number;
      /** Coupons of the bill, in the order in which they take off: an amount, or a percentage of what those before left. A coupon of an item takes nothing off: take it off `BillValue`. */
      CouponNumbers?: Array<string> | null;
      /** The part that points pay, in currency units, or "max": as much as the wallet's points pay. Absent: nothing is paid with points. */
      RedeemValue?: number | "max" | "" | null;
      /** The wallet's PIN, 4 to 6 digits. Asked for (1310) when the wallet has one. */
      PinCode?: string | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. */
      ExternalLogId: string;
      /** Number of the caller's invoice. */
      InvoiceNumber?: string | null;
      /** The items that were sold, line by line, for promotions that are for items. Their values need not add up to `PointsValue`: a discount may be on the whole bill. A line that cannot be read is left out and named in `comments`; the bill earns whatever is wrong with its lines. */
      Items?: Array<{
        /** Which item it is. */
        SkuId: string;
        /** How many pieces, or how much of weighed goods, with up to three decimals; one when it is absent. Below zero for a line that was voided. */
        Quantity?: number | null;
        /** Price of the line, in currency units, whole or with up to two decimals. Below zero for a voided line and for a discount. */
        Value?: number | null;
      }> | null;
      /** Free text, kept with the log entry and returned as `pointsLog.comments`. */
      Comment?: string | null;
    };
    GetWalletRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
    };
    /** `Operation` and that operation's own fields, those that it requires included. */
    QuoteRequest: {
      /** The operation to quote. */
      Operation: "Reward" | "RedeemUser" | "Refund" | "Cancel" | "ReturnReward" | "Hold" | "Capture" | "Release" | "IssueCoupon" | "Settle" | "RedeemCoupon" | "CancelCoupon";
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** Date or date-time of the sale, ISO 8601; without an offset it is the programme's local time. Not more than 5 minutes ahead, not older than 90 days. Returned as `pointsLog.invoiceDate`. */
      TransactionDate?: string | null;
      /** Code of the item that was sold. */
      SkuId?: string | null;
      /** As in the operation that is quoted. */
      PointsValue?: number | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
      /** Number of the caller's invoice. */
      InvoiceNumber?: string | null;
      /** As in the operation that is quoted. */
      Items?: Array<{
        /** Which item it is. */
        SkuId: string;
        /** How many pieces, or how much of weighed goods, with up to three decimals; one when it is absent. Below zero for a line that was voided. */
        Quantity?: number | null;
        /** Price of the line, in currency units, whole or with up to two decimals. Below zero for a voided line and for a discount. */
        Value?: number | null;
      }> | null;
      /** Free text, kept with the log entry and returned as `pointsLog.comments`. */
      Comment?: string | null;
      /** As in the operation that is quoted. */
      Points?: number | null;
      /** As in the operation that is quoted. */
      TransactionId?: number | null;
      /** `ExternalLogId` (or `Idempotency-Key`) of the operation to undo, for a caller that never got its answer. */
      OriginalExternalLogId?: string | null;
      /** Which operation `OriginalExternalLogId` means, where one receipt's number stands on several. Without it the only one that can still be cancelled is meant. */
      OriginalOperation?: "Reward" | "RedeemUser" | "Refund" | "ReturnReward" | "Hold" | "Capture" | "Release" | "IssueCoupon" | "Settle" | "RedeemCoupon" | "CancelCoupon" | "Enrol" | "Cancel" | "" | null;
      /** Whole minutes after which the hold ends by itself. 30 when absent. */
      Minutes?: number | null;
      /** `pointsLog.id` of the hold, which is `transaction.holdId` of Hold's answer. */
      HoldId?: number;
      /** `offerNumber` of one of the `offers` of GetCoupons. */
      OfferNumber?: number;
      /** The whole bill, before coupons and points, in currency units, whole or with up to two decimals. */
      BillValue?: number;
      /** Coupons of the bill, in the order in which they take off: an amount, or a percentage of what those before left. A coupon of an item takes nothing off: take it off `BillValue`. */
      CouponNumbers?: Array<string> | null;
      /** The part that points pay, in currency units, or "max": as much as the wallet's points pay. Absent: nothing is paid with points. */
      RedeemValue?: number | "max" | "" | null;
      /** The coupon's number in any case, with or without blanks and hyphens. */
      CouponNumber?: string;
      /** True: a coupon that was not used is to be void. Absent: the use of a coupon is taken back, and it can be used again. */
      Void?: boolean | null;
    };
    GetTransactionRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** `pointsLog.id` of the entry. Required unless `ExternalLogId` is sent. */
      TransactionId?: number | null;
      /** `ExternalLogId` (or `Idempotency-Key`) that the operation was sent with. */
      ExternalLogId?: string | null;
      /** Which operation `ExternalLogId` was sent with, where it was sent with several. */
      Operation?: "Reward" | "RedeemUser" | "Refund" | "Cancel" | "ReturnReward" | "Hold" | "Capture" | "Release" | "IssueCoupon" | "Settle" | "RedeemCoupon" | "CancelCoupon" | "Enrol" | "" | null;
    };
    FindWalletRequest: {
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** The code on the customer's card. One of the three is required, and one only. */
      WalletCode?: string | null;
      /** The customer's mobile number. A family may have several wallets with it. */
      ContactMsisdn?: string | null;
      /** The number of a coupon that the customer shows. */
      CouponNumber?: string | null;
    };
    GetClientRequest: Record<string, never>;
    EnrolRequest: {
      /** Mobile number of the new customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. */
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
      /** Mobile number of whoever recommended the programme, not the customer's own (1002). Kept as it is said here, and never changed. Where the programme gives bonuses for it, both get theirs with the customer's first reward. */
      ReferralMsisdn?: string | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
    };
    GetCouponsRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
    };
    RedeemCouponRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** The coupon's number in any case, with or without blanks and hyphens. */
      CouponNumber: string;
      /** Number of the caller's invoice. */
      InvoiceNumber?: string | null;
      /** Free text, kept with the log entry and returned as `pointsLog.comments`. */
      Comment?: string | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
      /** The bill that the coupon is used on, in currency units: one below `couponDetails.minBill` is refused with 1421. Without it the till looks at `minBill` itself. */
      PointsValue?: number | null;
    };
    CancelCouponRequest: {
      /** Wallet code. */
      WalletCode: string;
      /** Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked. */
      ContactMsisdn: string;
      /** Mobile number that identifies the branch, one of those that the client may act for. */
      BranchMsisdn: string;
      /** The coupon's number in any case, with or without blanks and hyphens. */
      CouponNumber: string;
      /** Number of the caller's invoice. */
      InvoiceNumber?: string | null;
      /** Free text, kept with the log entry and returned as `pointsLog.comments`. */
      Comment?: string | null;
      /** The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent. */
      ExternalLogId?: string | null;
      /** True: a coupon that was not used is to be void. Absent: the use of a coupon is taken back, and it can be used again. */
      Void?: boolean | null;
    };
    SandboxWebhookFields: {
      /** Where events are sent: a public name by `https`. A service that nobody reaches from another machine takes `http` to its own machine as well. */
      url: string;
      /** Types that are sent; absent: all of them. */
      eventTypes?: Array<"points.rewarded" | "points.redeemed" | "points.refunded" | "points.returned" | "points.cancelled" | "points.expired" | "points.adjusted" | "points.held" | "points.released" | "wallet.created" | "wallet.updated" | "wallet.status_changed" | "wallet.segment_changed" | "wallet.merged" | "coupon.issued" | "coupon.used" | "coupon.reopened" | "coupon.voided">;
    };
    PointsEvent: {
      /** The same for everybody and for ever: who has seen it before does nothing twice. */
      id: string;
      /** When it happened. */
      timestamp: string;
      type: "points.rewarded" | "points.redeemed" | "points.refunded" | "points.returned" | "points.cancelled" | "points.expired" | "points.adjusted" | "points.held" | "points.released";
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
      /** Points moved, unsigned, as `pointsLog.amount`. */
      amount: number;
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
      /** The entry that was refunded, returned, cancelled or transferred. */
      relatedLogId: number | null;
      merchantId: number | null;
      branchId: number | null;
      userId: number;
      externalLogId: string;
      invoiceNumber: string | null;
      skuId: string | null;
      /** The promotion that acted; 0 when none did. */
      offerNumber: number;
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
    CouponEvent: {
      /** The same for everybody and for ever: who has seen it before does nothing twice. */
      id: string;
      /** When it happened. */
      timestamp: string;
      type: "coupon.issued" | "coupon.used" | "coupon.reopened" | "coupon.voided";
      data: components["schemas"]["CouponEventData"];
    };
    CouponEventData: {
      walletId?: number;
      walletCode?: string;
      contactMsisdnMasked?: string;
      couponNumber: string;
      offerNumber: number;
      /** After it: `issued`, `used` or `void`. */
      state: string;
      validUntil: string | null;
      /** Where it happened. */
      merchantId: number;
      branchId: number | null;
      userId: number | null;
      /** `pointsLog.id` of the entry that issued or ended it; null where none did. */
      logId: number | null;
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
      /** The promotion that acted; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that the reward issued; empty when it issued none. */
      couponNumber: string;
    };
    /** The points log entry that the change created. */
    PointsLog: {
      /** Log entry identifier: the `TransactionId` of a later Refund or Cancel. */
      id: number;
      /** The wallet in whose log it is: of a child that spends its parent's points the parent's. */
      walletId: number;
      /** The wallet addressed in the request. */
      actorWalletId: number;
      /** 1 POS API, 2 cashier portal, 3 admin portal, 4 customer app, 5 USSD/SMS, 6 call centre, 7 import, 8 system. */
      channelId: number | null;
      /** 1 redemption, 2 reward, 3 refund, 4 cancellation, 5 expiry, 6 adjustment up, 7 adjustment down, 8 transfer out, 9 transfer in, 10 release of suspended points, 11 return of goods, 12 hold. */
      logTypeId: number;
      /** The caller's comment, or else a text describing the change. */
      comments: string;
      /** Mobile number of the branch; empty when no branch acted. */
      merchantMSISDN: string;
      /** Points moved, unsigned; the direction is in `logTypeId`. */
      amount: number;
      /** The money that the request named, or that the points paid, rounded half up to whole currency units: of a reward the bill, also where its points are rounded down. */
      amountValue: number;
      /** Wallet balance after the change. */
      balanceAfter: number;
      /** A reward all of whose points have lapsed. */
      isExpired: boolean;
      createdDate: string;
      /** The `TransactionDate` of a reward. */
      invoiceDate: string | null;
      invoiceNumber: string | null;
      /** Of a reward on which a promotion for items acted: the number of its rule for the item. Otherwise the `SkuId` of a reward. */
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
      /** The parent of its family; null where it has none. */
      parentWalletId: number | null;
      /** Of a card that was added to a wallet: that wallet. */
      addOnWalletId: number | null;
      /** Points that RedeemUser would accept from the wallet right now: 0 where its status, the opt-in, the activation flag or the threshold would refuse it. */
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
      /** The children of a parent; null where there are none. */
      childrenWallets: Array<components["schemas"]["ChildWallet"]> | null;
      /** The parent of its family; null where it has none. */
      parentWallet: {
        id: number;
        walletCode: string;
        /** The first name and the initials of the others. */
        name: string | null;
      } | null;
      /** Whether it has children. */
      isParent: boolean;
      parentWalletCode: string | null;
      /** `staff`, `corporate` or `test`; null for an ordinary wallet. */
      walletType: string | null;
      /** Whether it is a card that was added to a wallet. */
      isAdded: boolean;
      /** Whether it is closed and what was known of the customer is gone. */
      isDeleted: boolean;
      /** Whether the wallet, and whose points it spends, may redeem at all (1306). */
      redemptionActivationFlag: boolean;
      /** Points that exist but cannot be spent now; outside `totalPoints`. */
      suspendedPoints: number;
      /** Only of a merged wallet (6): the code of the wallet that has its points now. */
      mergedIntoWalletCode?: string;
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
    ChildWallet: {
      id: number;
      walletCode: string;
      /** The first name and the initials of the others. */
      name: string | null;
      isAdded: boolean;
      walletStatusId: number;
    };
    RewardRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1203" | "1204" | "1205" | "1206" | "1304" | "1416" | "1501" | "1504" | "1701" | "1702" | "1703" | "1704" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      pointsLog: null;
      wallet: components["schemas"]["Wallet"] | null;
      /** The promotion that acted; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that the reward issued; empty when it issued none. */
      couponNumber: string;
    };
    RedeemUserSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"];
      /** In a cancellation, what it undid. */
      transaction: components["schemas"]["CancelledTransaction"] | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    CouponDetails: {
      /** 16 letters and digits, the last of which checks the others. Printed as a QR code or Code 128. */
      couponNumber: string;
      /** Of the offer that it was issued for. */
      offerNumber: number;
      /** In the language of the answer. */
      title: string;
      terms: string;
      /** 1 percent, 2 fixed amount, 3 free item, 4 buy X get Y, 5 points multiplier, 6 special price. */
      discountType: number;
      /** 0 for 3 and 4. */
      discount: number;
      /** The most that it takes off a bill, in currency units; null where the offer does not say. */
      worth: number | null;
      /** The least bill on which it can be used, in currency units; null: on any. */
      minBill: number | null;
      /** `issued`, `used`, `lapsed` or `void`. */
      state: string;
      /** The last day on which it can be used; null: it does not lapse. */
      validUntil: string | null;
      /** The merchant that takes it, in the language of the answer; null: every merchant does. */
      merchant: string | null;
    };
    CancelledTransaction: {
      /** The entry that was undone. */
      cancelledLogId: number;
      /** Its `logTypeId`: 1, 2, 3 or 11. */
      cancelledLogTypeId: number;
    };
    RedeemUserRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1203" | "1204" | "1205" | "1206" | "1301" | "1302" | "1304" | "1306" | "1307" | "1310" | "1311" | "1312" | "1416" | "1501" | "1504" | "1701" | "1702" | "1703" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
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
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"];
      /** In a cancellation, what it undid. */
      transaction: components["schemas"]["CancelledTransaction"] | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    RefundRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1204" | "1205" | "1206" | "1401" | "1402" | "1403" | "1404" | "1405" | "1406" | "1407" | "1416" | "1501" | "1504" | "1701" | "1702" | "1703" | "1704" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
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
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"] | null;
      /** The entry that was undone: of a hold, the hold; of a settled bill, its reward. With 1414 by reference, what stands and cannot be undone; of a settled bill, the part that refused. Null where the use of a coupon was taken back. */
      transaction: components["schemas"]["CancelledTransaction"] | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    CancelRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1204" | "1205" | "1206" | "1401" | "1411" | "1412" | "1413" | "1414" | "1415" | "1416" | "1417" | "1418" | "1421" | "1501" | "1504" | "1701" | "1702" | "1703" | "1704" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** The entry that was undone: of a hold, the hold; of a settled bill, its reward. With 1414 by reference, what stands and cannot be undone; of a settled bill, the part that refused. Null where the use of a coupon was taken back. */
      transaction: components["schemas"]["StandingTransaction"] | components["schemas"]["RefusedPart"] | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    StandingTransaction: {
      /** The operation that was sent with the reference. */
      operation: string | null;
      /** Its entry; null: it made none. */
      logId: number | null;
      /** `logTypeId` of the entry. */
      logTypeId: number | null;
    };
    /** The part of a bill that refused. */
    RefusedPart: {
      /** `coupons`, `points` or `reward`. */
      part: string;
      /** With `coupons`, the coupon's number; null where it is not about one of them. */
      couponNumber: string | null;
    };
    ReturnRewardSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
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
      /** Only where the reward settled a bill: its goods, and what each part gave back. */
      bill?: components["schemas"]["GoodsOfBill"];
    };
    GoodsOfBill: {
      /** The whole bill. */
      billValue: number;
      /** The price of the goods that came back. */
      goodsValue: number;
      /** The price of its goods that can still come back after this. */
      remainingValue: number;
      /** The refund of what points paid of the goods, where that is something, and the return, which is `pointsLog` as well. */
      entries: Array<components["schemas"]["PointsLog"]>;
    };
    ReturnRewardRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1204" | "1205" | "1206" | "1401" | "1402" | "1403" | "1404" | "1405" | "1406" | "1407" | "1411" | "1415" | "1416" | "1501" | "1504" | "1701" | "1702" | "1703" | "1704" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** The reward whose goods came back, and what remains of it. On failure the part of a settled bill that refused; null where none did. */
      transaction: components["schemas"]["RefusedPart"] | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    HoldSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"];
      transaction: {
        /** `HoldId` of Capture and Release. */
        holdId: number;
        /** Points that are set aside. */
        heldPoints: number;
        /** When the hold ends by itself. */
        expiresDate: string;
      };
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    HoldRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1203" | "1204" | "1205" | "1206" | "1301" | "1302" | "1304" | "1306" | "1307" | "1310" | "1311" | "1312" | "1405" | "1416" | "1501" | "1504" | "1701" | "1702" | "1703" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** The hold. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    CaptureSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"];
      transaction: {
        /** The hold that has ended. */
        holdId: number;
        /** Points of it that were redeemed; 0 by Release. */
        capturedPoints: number;
        /** Points of it that went back to the wallet. */
        releasedPoints: number;
      };
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    CaptureRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1204" | "1206" | "1405" | "1416" | "1418" | "1419" | "1501" | "1504" | "1701" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** State of the hold now. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    ReleaseSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"];
      transaction: {
        /** The hold that has ended. */
        holdId: number;
        /** Points of it that were redeemed; 0 by Release. */
        capturedPoints: number;
        /** Points of it that went back to the wallet. */
        releasedPoints: number;
      };
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    ReleaseRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1204" | "1206" | "1416" | "1418" | "1501" | "1504" | "1701" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** State of the hold now. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    IssueCouponSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      couponNumber: string;
      couponDetails: components["schemas"]["CouponDetails"];
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"];
      /** In a cancellation, what it undid. */
      transaction: components["schemas"]["CancelledTransaction"] | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    IssueCouponRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1203" | "1204" | "1205" | "1206" | "1301" | "1302" | "1304" | "1306" | "1307" | "1310" | "1311" | "1312" | "1416" | "1420" | "1422" | "1501" | "1504" | "1701" | "1702" | "1703" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** In a cancellation, what it undid. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    SettleSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"];
      transaction: {
        /** The whole bill. */
        billValue: number;
        /** In the order in which they took off. */
        coupons: Array<{
          /** 16 letters and digits, the last of which checks the others. Printed as a QR code or Code 128. */
          couponNumber: string;
          /** Of the offer that it was issued for. */
          offerNumber: number;
          /** In the language of the answer. */
          title: string;
          terms: string;
          /** 1 percent, 2 fixed amount, 3 free item, 4 buy X get Y, 5 points multiplier, 6 special price. */
          discountType: number;
          /** 0 for 3 and 4. */
          discount: number;
          /** The most that it takes off a bill, in currency units; null where the offer does not say. */
          worth: number | null;
          /** The least bill on which it can be used, in currency units; null: on any. */
          minBill: number | null;
          /** `issued`, `used`, `lapsed` or `void`. */
          state: string;
          /** The last day on which it can be used; null: it does not lapse. */
          validUntil: string | null;
          /** The merchant that takes it, in the language of the answer; null: every merchant does. */
          merchant: string | null;
          /** Money that the coupon took off. */
          valueOff: number;
        }>;
        /** The part that points paid. */
        paidWithPoints: number;
        /** Money that is left to pay. */
        payable: number;
        /** The redemption, where there is one, and the reward, which is `pointsLog` as well. */
        entries: Array<components["schemas"]["PointsLog"]>;
        /** Of a quote: what could not be taken, and why. Otherwise empty. */
        notTaken: Array<{
          /** `coupons`, `points` or `reward`. */
          part: string;
          /** With `coupons`, the coupon's number; null where it is not about one of them. */
          couponNumber: string | null;
          errorCode: string;
          errorMessage: string;
        }>;
      };
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    SettleRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1203" | "1204" | "1205" | "1206" | "1301" | "1302" | "1304" | "1306" | "1307" | "1310" | "1311" | "1312" | "1416" | "1420" | "1421" | "1501" | "1504" | "1701" | "1702" | "1703" | "1704" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** The parts of the bill. On failure the part that refused; null where none did. */
      transaction: components["schemas"]["RefusedPart"] | null;
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
      ErrorCode: 1002 | 1005 | 1008 | 1101 | 1102 | 1103 | 1104 | 1105 | 1701 | 1901 | 1902 | 1110 | 1111;
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
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
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
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
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
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
      wallet: components["schemas"]["Wallet"];
      /** The entry that there would be. Its `id` is 0: nothing was written. */
      pointsLog: components["schemas"]["PointsLog"] | null;
      transaction: {
        /** The quoted operation. */
        operation: string;
        /** Whether the operation will ask for the customer's PIN (1310). */
        isPinRequired: boolean;
        /** Reward and Settle: the part of the bill that points pay and that earns nothing, in currency units. 0 where the programme rewards whole bills. */
        paidWithPoints: number;
        /** `transaction` of the answer that the operation would have. */
        transaction: Record<string, unknown> | null;
      };
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
      /** With 1307, 1702 and 1704: the limits that the operation would pass, in currency units, points or a number of rewards. With 1703: why it is held for review, and such limits. Otherwise empty. */
      limits: Array<{
        /** Which limit, or why it is held for review. */
        limit: string;
        /** The part that the operation needs. */
        required: number;
        /** The part that is left. */
        available: number;
        /** How much the operation is beyond it. */
        missing: number;
      }>;
      /** Points that promotions would add to a reward, as things stand now. The reward's own answer says what acted. */
      promotions: Array<components["schemas"]["ActingPromotion"]>;
    };
    ActingPromotion: {
      /** Its number; 0 where no promotion gave them. */
      offerNumber: number;
      /** In the language of the answer; empty where no promotion gave them. */
      name: string;
      /** Points that it gave. */
      points: number;
    };
    QuoteRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1203" | "1204" | "1205" | "1206" | "1301" | "1302" | "1304" | "1306" | "1307" | "1312" | "1401" | "1402" | "1403" | "1404" | "1405" | "1406" | "1407" | "1411" | "1412" | "1413" | "1414" | "1415" | "1416" | "1417" | "1418" | "1419" | "1420" | "1421" | "1422" | "1501" | "1701" | "1702" | "1703" | "1704" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      /** The entry that there would be. Its `id` is 0: nothing was written. */
      pointsLog: null;
      transaction: components["schemas"]["RefusedPart"] | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
      /** With 1307, 1702 and 1704: the limits that the operation would pass, in currency units, points or a number of rewards. With 1703: why it is held for review, and such limits. Otherwise empty. */
      limits: Array<{
        /** Which limit, or why it is held for review. */
        limit: string;
        /** The part that the operation needs. */
        required: number;
        /** The part that is left. */
        available: number;
        /** How much the operation is beyond it. */
        missing: number;
      }>;
      /** Points that promotions would add to a reward, as things stand now. The reward's own answer says what acted. */
      promotions: Array<components["schemas"]["ActingPromotion"]>;
    };
    GetTransactionSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"] | null;
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
        /** The parts of a reward's points, where more than the bill gave them. Otherwise empty. */
        parts: Array<components["schemas"]["PointsPart"]>;
        /** Of a reward: points that cannot be spent yet; 0 for every other kind. */
        pendingPoints: number;
        /** Of a reward that was pending: the first day on which its points can be spent. Otherwise null. */
        usableFrom: string | null;
        /** Of a hold: `open`, `captured` or `released`, from the end of its minutes on as well. Otherwise null. */
        holdState: string | null;
        /** Of a hold that has ended: the entry that ended it; of one that ended by itself it may be null for a minute. Otherwise null. */
        endedByLogId: number | null;
      };
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    PointsPart: {
      /** `rate`: the bill at the segment's rate and bonus. `promotion`, `referral`: what was added. */
      kind: string;
      /** Its number; 0 where no promotion gave them. */
      offerNumber: number;
      /** In the language of the answer; empty where no promotion gave them. */
      name: string;
      /** Points that it gave. */
      points: number;
    };
    GetTransactionRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1401" | "1416" | "1417" | "1501" | "1505" | "1701" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** State of the entry now. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    FindWalletSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
      /** Always null: GetWallet shows the wallet of the chosen one. */
      wallet: null;
      pointsLog: components["schemas"]["PointsLog"] | null;
      /** Reserved; null at present. */
      transaction: Record<string, unknown> | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
      /** At most five; empty where nobody is found. */
      candidates: Array<components["schemas"]["Candidate"]>;
    };
    Candidate: {
      /** `WalletCode` of later requests. */
      walletCode: string;
      /** `customer`, `staff`, `corporate` or `test`. */
      kind: string;
      /** `parent`, `pooled`, `linked` or `card`; null where it belongs to no family. */
      family: string | null;
      /** As in `wallet`. */
      walletStatusId: number;
      /** First name and initials. */
      name: string | null;
      /** First and last digits. */
      contactMsisdn: string;
      /** Goes into `ContactMsisdn` of this client's requests about the wallet, for 30 minutes. */
      customer: string;
    };
    FindWalletRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1701" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
      couponDetails: null;
      /** Always null: GetWallet shows the wallet of the chosen one. */
      wallet: null;
      pointsLog: null;
      /** Reserved; null at present. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
      /** At most five; empty where nobody is found. */
      candidates: Array<components["schemas"]["Candidate"]>;
    };
    GetClientSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
      /** Always null. */
      wallet: null;
      pointsLog: components["schemas"]["PointsLog"] | null;
      /** Reserved; null at present. */
      transaction: Record<string, unknown> | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
      client: {
        /** In the language of the answer. */
        merchant: string;
        /** Whether it is a test client, on trial wallets only. */
        isTest: boolean;
        /** Whether it is read by the letter. */
        isStrict: boolean;
        /** Operations that it may call. */
        scopes: Array<string>;
        /** Empty where nothing limits it. */
        limits: Array<{
          /** As in 1702. */
          limit: string;
          /** In points, or in currency units. */
          max: number;
          /** Of a limit of the day, what is left of it; null of one for a single operation. */
          left: number | null;
        }>;
        /** The programme's words that a customer agrees to at Enrol, in the language of the answer. Null without the scope `enrol`. */
        consent: string | null;
        branches: Array<{
          Id: number;
          BranchName: string;
          BranchMsisdn: string;
        }>;
      };
    };
    GetClientRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1701" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
      couponDetails: null;
      /** Always null. */
      wallet: null;
      pointsLog: null;
      /** Reserved; null at present. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
      /** Null on failure. */
      client: null;
    };
    EnrolSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
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
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1207" | "1208" | "1416" | "1501" | "1504" | "1701" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
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
    GetCouponsSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: string | null;
      /** That coupon; null when there is none. */
      couponDetails: components["schemas"]["CouponDetails"] | null;
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"] | null;
      /** Reserved; null at present. */
      transaction: Record<string, unknown> | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
      /** Those still to be used first. */
      coupons: Array<components["schemas"]["CouponDetails"]>;
      /** Coupons that IssueCoupon can issue now, the cheapest first. */
      offers: Array<components["schemas"]["CouponOffer"]>;
    };
    CouponOffer: {
      /** Of the offer that it was issued for. */
      offerNumber: number;
      /** In the language of the answer. */
      title: string;
      terms: string;
      /** 1 percent, 2 fixed amount, 3 free item, 4 buy X get Y, 5 points multiplier, 6 special price. */
      discountType: number;
      /** 0 for 3 and 4. */
      discount: number;
      /** The most that it takes off a bill, in currency units; null where the offer does not say. */
      worth: number | null;
      /** The least bill on which it can be used, in currency units; null: on any. */
      minBill: number | null;
      /** Points that IssueCoupon takes. */
      costPoints: number;
      /** The last day on which it is issued; null: no such day. */
      validUntil: string | null;
      /** Days for which a coupon is valid from its issue on. */
      validDays: number | null;
      /** The merchant that takes it, in the language of the answer; null: every merchant does. */
      merchant: string | null;
    };
    GetCouponsRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1701" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
      couponDetails: null;
      wallet: null;
      pointsLog: null;
      /** Reserved; null at present. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
      /** Those still to be used first. */
      coupons: Array<components["schemas"]["CouponDetails"]>;
      /** Coupons that IssueCoupon can issue now, the cheapest first. */
      offers: Array<components["schemas"]["CouponOffer"]>;
    };
    RedeemCouponSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      couponNumber: string;
      couponDetails: components["schemas"]["CouponDetails"];
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"] | null;
      /** Reserved; null at present. */
      transaction: Record<string, unknown> | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    RedeemCouponRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1203" | "1204" | "1205" | "1206" | "1416" | "1420" | "1421" | "1501" | "1504" | "1701" | "1702" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** Reserved; null at present. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    CancelCouponSuccess: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "0";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      couponNumber: string;
      couponDetails: components["schemas"]["CouponDetails"];
      wallet: components["schemas"]["Wallet"];
      pointsLog: components["schemas"]["PointsLog"] | null;
      /** Reserved; null at present. */
      transaction: Record<string, unknown> | null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    CancelCouponRefusal: {
      /** "0" on success, otherwise a code of the table of errors. */
      errorCode: "1001" | "1002" | "1003" | "1004" | "1005" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1110" | "1111" | "1201" | "1202" | "1204" | "1205" | "1206" | "1412" | "1416" | "1420" | "1421" | "1501" | "1504" | "1701" | "1702" | "1901" | "1902";
      /** In the language of the answer. */
      errorMessage: string;
      /** The promotion that acted on a reward; 0 when none did. */
      offerNumber: number;
      /** Of the coupon that was issued, used or ended; null when none was. */
      couponNumber: null;
      /** That coupon; null when there is none. */
      couponDetails: null;
      wallet: components["schemas"]["Wallet"] | null;
      pointsLog: null;
      /** Reserved; null at present. */
      transaction: null;
      /** The money value of the points, exact, with up to two decimals; 0 on failure. */
      totalAmount: number;
    };
    EventFeedPage: {
      events: Array<components["schemas"]["PointsEvent"] | components["schemas"]["WalletEvent"] | components["schemas"]["DealEvent"] | components["schemas"]["CouponEvent"]>;
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
      /** How many requirements are met, optional ones not counted. */
      met: number;
      /** How many there are for the client's scopes, optional ones not counted. */
      of: number;
      requirements: Array<components["schemas"]["CertificationRequirement"]>;
      /** Every wallet of the sandbox. */
      wallets: Array<components["schemas"]["SandboxWallet"]>;
    };
    CertificationRequirement: {
      /** Stays the same for ever. */
      name: string;
      /** The requirement. */
      title: {
        en: string;
        ar: string;
      };
      /** How it is shown. */
      how: {
        en: string;
        ar: string;
      };
      /** How to fix it when it is violated. */
      mend: {
        en: string;
        ar: string;
      };
      /** True: a certificate is issued without it, and names it only when it was shown. */
      isOptional: boolean;
      /** `open`: not seen yet. The last one seen counts. */
      state: "open" | "met" | "violated";
      seenAt: string | null;
      /** The requests that show it. */
      requests: Array<components["schemas"]["CertificationEvidence"]>;
      /** The wallet of the sandbox that shows it every time; the same outcome on another one counts as well. Null: any. */
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
      /** Code of its answer; 0 = success. */
      code: number;
    };
    SandboxWallet: {
      walletCode: string;
      contactMsisdn: string;
      /** At the beginning, and after a reset. */
      points: number;
      /** Null: it has none. */
      pinCode: string | null;
      /** Outcome of requests on this wallet. */
      outcome: {
        en: string;
        ar: string;
      };
    };
    CertificationRefusal: {
      errorCode: "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1701" | "1901" | "1902";
      errorMessage: string;
    };
    SandboxWebhook: {
      /** Null: none is named. */
      webhook: {
        url: string;
        eventTypes: Array<string>;
        /** False: it answered 410, or failed for five days. Name it again. */
        isActive: boolean;
        failingSince: string | null;
        lastSuccessAt: string | null;
      } | null;
      /** Signing secret, in the answer to PUT and nowhere else. */
      secret?: string;
      /** Of a test event: whether it was answered with 2xx. */
      isDelivered?: boolean;
      /** The last 25, the newest first. */
      deliveries: Array<{
        eventId: string;
        type: string;
        state: "pending" | "delivered" | "dead";
        createdAt: string;
        nextAttemptAt: string | null;
        /** Byte for byte as it is signed and sent. */
        body: string;
        /** The last ten, the newest first. */
        attempts: Array<components["schemas"]["SandboxWebhookAttempt"]>;
      }>;
    };
    SandboxWebhookAttempt: {
      at: string;
      durationMs: number;
      /** HTTP status of the answer; null: none came. */
      status: number | null;
      /** Why no answer came: `timeout`, `address_refused`, `connection`, `tls`, `name` or `secret`. */
      error: string | null;
      /** As they were sent; null: nothing was sent. */
      headers: Record<string, unknown> | null;
      /** The first 1,000 bytes of the answer. */
      answer: string;
    };
    SandboxWebhookRefusal: {
      errorCode: "1001" | "1002" | "1003" | "1004" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1701" | "1901" | "1902";
      errorMessage: string;
    };
    SetSandboxWebhookRefusal: {
      errorCode: "1001" | "1002" | "1003" | "1004" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1701" | "1901" | "1902";
      errorMessage: string;
    };
    TestSandboxWebhookRefusal: {
      errorCode: "1001" | "1002" | "1003" | "1004" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1701" | "1901" | "1902";
      errorMessage: string;
    };
    RemoveSandboxWebhookRefusal: {
      errorCode: "1001" | "1002" | "1003" | "1004" | "1006" | "1008" | "1101" | "1102" | "1103" | "1104" | "1105" | "1701" | "1901" | "1902";
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
  /** Hold points for an order. */
  Hold: {
    request: components["schemas"]["HoldRequest"];
    success: components["schemas"]["HoldSuccess"];
    refusal: components["schemas"]["HoldRefusal"];
  };
  /** Redeem points that are held. */
  Capture: {
    request: components["schemas"]["CaptureRequest"];
    success: components["schemas"]["CaptureSuccess"];
    refusal: components["schemas"]["CaptureRefusal"];
  };
  /** Give held points back. */
  Release: {
    request: components["schemas"]["ReleaseRequest"];
    success: components["schemas"]["ReleaseSuccess"];
    refusal: components["schemas"]["ReleaseRefusal"];
  };
  /** Issue a coupon for points. */
  IssueCoupon: {
    request: components["schemas"]["IssueCouponRequest"];
    success: components["schemas"]["IssueCouponSuccess"];
    refusal: components["schemas"]["IssueCouponRefusal"];
  };
  /** Settle a bill at once. */
  Settle: {
    request: components["schemas"]["SettleRequest"];
    success: components["schemas"]["SettleSuccess"];
    refusal: components["schemas"]["SettleRefusal"];
  };
  /** List the live deals. */
  GetDeals: {
    request: {
      /** Compared without case. Absent: every live deal. Given: the deals without a rate plan and those with this one. */
      ratePlan?: string;
      /** Mobile number of one of the client's branches: only the deals of that branch. */
      BranchMsisdn?: string;
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
  /** Find the customer by card, number or coupon. */
  FindWallet: {
    request: components["schemas"]["FindWalletRequest"];
    success: components["schemas"]["FindWalletSuccess"];
    refusal: components["schemas"]["FindWalletRefusal"];
  };
  /** Say who the ClientId is. */
  GetClient: {
    request: components["schemas"]["GetClientRequest"];
    success: components["schemas"]["GetClientSuccess"];
    refusal: components["schemas"]["GetClientRefusal"];
  };
  /** Open a wallet for a customer. */
  Enrol: {
    request: components["schemas"]["EnrolRequest"];
    success: components["schemas"]["EnrolSuccess"];
    refusal: components["schemas"]["EnrolRefusal"];
  };
  /** List a wallet's coupons. */
  GetCoupons: {
    request: components["schemas"]["GetCouponsRequest"];
    success: components["schemas"]["GetCouponsSuccess"];
    refusal: components["schemas"]["GetCouponsRefusal"];
  };
  /** Use a coupon. */
  RedeemCoupon: {
    request: components["schemas"]["RedeemCouponRequest"];
    success: components["schemas"]["RedeemCouponSuccess"];
    refusal: components["schemas"]["RedeemCouponRefusal"];
  };
  /** Take back the use of a coupon. */
  CancelCoupon: {
    request: components["schemas"]["CancelCouponRequest"];
    success: components["schemas"]["CancelCouponSuccess"];
    refusal: components["schemas"]["CancelCouponRefusal"];
  };
}

/** How the operations are called. */
export const OPERATIONS = {
  Reward: { method: "POST", movesPoints: true },
  RedeemUser: { method: "POST", movesPoints: true },
  Refund: { method: "POST", movesPoints: true },
  Cancel: { method: "POST", movesPoints: true, originalOperations: ["Reward","RedeemUser","Refund","ReturnReward","Hold","Capture","Release","IssueCoupon","Settle","RedeemCoupon","CancelCoupon","Enrol","Cancel"] },
  ReturnReward: { method: "POST", movesPoints: true },
  Hold: { method: "POST", movesPoints: true },
  Capture: { method: "POST", movesPoints: true },
  Release: { method: "POST", movesPoints: true },
  IssueCoupon: { method: "POST", movesPoints: true },
  Settle: { method: "POST", movesPoints: true },
  GetDeals: { method: "GET", movesPoints: false },
  GetWallet: { method: "POST", movesPoints: false },
  Quote: { method: "POST", movesPoints: false },
  GetTransaction: { method: "POST", movesPoints: false },
  FindWallet: { method: "POST", movesPoints: false },
  GetClient: { method: "POST", movesPoints: false },
  Enrol: { method: "POST", movesPoints: true },
  GetCoupons: { method: "POST", movesPoints: false },
  RedeemCoupon: { method: "POST", movesPoints: true },
  CancelCoupon: { method: "POST", movesPoints: true },
} as const;
