/**
 * Standing approvals used to be for a name, which anyone could take; now they are for a registration. Those of version 1 no longer apply and are
 * listed as ended, so that the operator can renew them.
 */
export const version2 = `UPDATE grants SET value = json_set(value, '$.ended', json('{"why":"release"}'));`
