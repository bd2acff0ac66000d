/** The colour of its chip and of its messages in Flow, in the light and the dark theme. */
export const hue = 'light-dark(#004e42, #6ee9d0)'
