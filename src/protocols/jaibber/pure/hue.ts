/** The colour of its chip and of its messages in Flow, in the light and the dark theme. */
export const hue = 'light-dark(#b45680, #c87d9c)'
