// oxlint-disable no-control-regex -- control characters are what this file is about
/** CSI, OSC and the shorter escapes of a terminal (ECMA-48), whole. */
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]+[0-~]|[0-OQ-WYZ`-~])/g
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** An escape sequence or CR at the end of a piece, whose rest may still follow. */
const unfinished = /(?:\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b]*\u001b?|[ -/]*)?|\r)$/
/** A longer sequence is treated as text. */
const longestEscape = 4_096

/** Removes terminal control sequences from a program's output, piece by piece: colors, cursor movements, other control characters. Linear. */
export class PlainText {
  #held = ''

  /** @returns the text of this piece, without an unfinished escape sequence at its end. */
  add(piece: string): string {
    const text = this.#held + piece
    const at = Math.max(0, text.length - longestEscape)
    const found = unfinished.exec(text.slice(at))
    const end = found === null ? text.length : at + found.index
    this.#held = text.slice(end)
    return clean(text.slice(0, end))
  }
}

/** A whole text without terminal control sequences. */
export function plainText(text: string): string {
  return clean(text)
}

function clean(text: string): string {
  return text.replace(escapes, '').replace(/\r\n?/g, '\n').replace(controls, '').toWellFormed()
}
