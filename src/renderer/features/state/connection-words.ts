/** Why nothing can be sent or done while there is no connection to the core. */
export const notLive = 'Patchbay is not connected. Your text is kept here.'
