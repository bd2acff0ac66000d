/** Why nothing can be sent or done while there is no connection to the core. */
export const notLive = 'Patchbay is not connected. What you wrote stays here.'
