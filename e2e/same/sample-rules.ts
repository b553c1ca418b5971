// What the sample company's events are worth, as text that is copied and pasted: kept here, so that a change of the
// program's own does not change what is asked of both builds.
export const SAMPLE_COMPANY_RULES = `{
  "eventscopeRules":1,
  "rules":[
    {"codes":["api_calls","storage_gb_days","egress_gb","tokens","sms"],"type":"debit","effect":"as-sent","quantity":{"by":"sum","property":"quantity"},"money":{"by":"amount","property":"amount","price":"unit_price"},"currency":{"property":"currency"},"tax":"net"},
    {"codes":["seats"],"type":"debit","effect":"as-sent","quantity":{"by":"maximum","property":"quantity"},"money":{"by":"rate-card"},"tax":"net"},
    {"codes":["build_minutes"],"type":"debit","effect":"as-sent","quantity":{"by":"sum","property":"quantity"},"money":{"by":"rate-card"},"tax":"net"},
    {"codes":["refund"],"type":"credit","effect":"reduces","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"},"tax":"net"},
    {"codes":["credit_grant"],"type":"credit","effect":"balance","quantity":{"by":"sum","property":"quantity"},"money":{"by":"none"}}
  ],
  "prices":[
    {"code":"seats","currency":"EUR","price":"29"},
    {"customer":"cus_bluefin","code":"seats","currency":"USD","price":"32"},
    {"customer":"cus_zephyr","code":"seats","currency":"USD","price":"32"},
    {"customer":"cus_kestrel","code":"seats","currency":"GBP","price":"25"},
    {"code":"build_minutes","included":"2000","currency":"EUR","price":"0.008"},
    {"customer":"cus_bluefin","code":"build_minutes","included":"2000","currency":"USD","price":"0.009"},
    {"customer":"cus_kestrel","code":"build_minutes","included":"2000","currency":"GBP","price":"0.007"}
  ],
  "requestIdentifiers":["idempotency_key"]
}
`
