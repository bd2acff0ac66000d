/**
 * Standing yeses were for a name, which anybody could take; now they are for a registration. Those of version 1 cover nothing any more and are
 * listed as ended, so that the operator can give them again.
 */
export const version2 = `UPDATE grants SET value = json_set(value, '$.ended', json('{"why":"release"}'));`
