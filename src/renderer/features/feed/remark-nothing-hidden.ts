interface ProcessorWithData {
  data(): { micromarkExtensions?: unknown[] }
}

/**
 * Switches off the parts of markdown that would swallow text or turn it into something that is not shown where it was written:
 * definitions, footnotes, raw HTML (stays as text), and indented code (continuation lines are indented).
 */
export function remarkNothingHidden(this: unknown): void {
  // oxlint-disable-next-line oxc/no-this-in-exported-function -- a unified plugin gets its processor as `this`
  const data = (this as ProcessorWithData).data()
  data.micromarkExtensions ??= []
  data.micromarkExtensions.push({
    disable: {
      null: [
        'definition',
        'htmlFlow',
        'htmlText',
        'codeIndented',
        'setextUnderline',
        'gfmFootnoteDefinition',
        'gfmFootnoteCall',
        'labelStartFootnote',
      ],
    },
  })
}
