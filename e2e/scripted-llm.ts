/** What a chat LLM would answer to the outbox of a round: a small calculator in three rounds, with a mistake in the first. */
export const scriptedReplies: readonly string[] = [
  `I begin with the class and a test of it.

[CREATE_FILE path="src/calculator.js"]
export function add(a, b) {
  return a - b
}
[/CREATE_FILE]

[CREATE_FILE path="../outside.txt"]
nobody may see this
[/CREATE_FILE]

[EDIT_FILE path="README.md" start_line="one" end_line="2"]
not a number
[/EDIT_FILE]

[READ_FILE path="README.md"]

[RUN_COMMAND]
grep -c export src/calculator.js
[/RUN_COMMAND]
`,
  `The sign was wrong; the edit of the README had no line number.

[EDIT_FILE path="src/calculator.js" start_line="2" end_line="2"]
  return a + b
[/EDIT_FILE]
[EDIT_FILE path="README.md" start_line="1" end_line="1"]
# Calculator
[/EDIT_FILE]
[MESSAGE]
Both mistakes are mended.
[/MESSAGE]
`,
  `[DELETE_FILE path="notes.txt"]
[DONE]
A calculator that adds.
[/DONE]
`,
]
