/** Why nothing can be sent or done while there is no connection to the engine. */
export const notLive = 'Patchbay is not connected. Your text is kept here.'
