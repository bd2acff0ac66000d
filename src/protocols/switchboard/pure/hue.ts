/** The colour of its chip and of its messages in Flow, in the light and the dark theme. */
export const hue = 'light-dark(#5d4fb9, #7568d2)'
