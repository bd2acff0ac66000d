/**
 * ask: only says it, the gate stays open · stop: refuses effects, ends what runs here, then says it · cut: also leaves every link of the network, and
 * stays away after a restart.
 */
export const haltLevels = ['ask', 'stop', 'cut'] as const
