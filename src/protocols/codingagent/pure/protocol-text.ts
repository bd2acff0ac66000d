/**
 * The PROTOCOL section (specification: "identical in every outbox file for a given protocol version"): what an LLM must know to answer. The wording is ours. It
 * contains no section marker, and its blocks are complete, so it does not confuse a reader.
 */
export const protocolText = `Protocol version 1.0. You work on the files of a workspace that you cannot reach yourself. A person carries this text to you and your reply back;
a program checks your reply and carries out the commands in it. The next text that you get holds the results.

Write each command as a block. Its tags stand alone on their lines, names in capitals, values in double quotes.

Create a file, or replace a whole one. Missing folders are made.
[CREATE_FILE path="relative/path"]
all lines of the file
[/CREATE_FILE]

Replace lines N to M of a file, both included, by any number of lines. No lines between the tags: N to M are deleted.
[EDIT_FILE path="relative/path" start_line="N" end_line="M"]
the new lines
[/EDIT_FILE]

Delete a file; ask for the contents of a file. One line each, without a closing tag.
[DELETE_FILE path="relative/path"]
[READ_FILE path="relative/path"]

Run a command in the shell, in the root of the workspace. It has 30 seconds and no input; you get up to 4000 characters of its output.
[RUN_COMMAND]
the command
[/RUN_COMMAND]

Tell the person something. End the task with a summary of what was done.
[MESSAGE]
the text
[/MESSAGE]
[DONE]
the summary
[/DONE]

Rules
1. Begin your reply with the line "Reply to SESSION, sequence N", with the session and the number from the header above. Where the header
   has a version V, the line is "Reply to SESSION, sequence N, version V".
2. One reply may hold many commands. They are carried out from top to bottom; text outside of blocks is shown to the person and does nothing.
3. Paths are relative to the workspace, with "/". Nothing outside of it can be reached: no "..", no absolute paths.
4. Lines count from 1. The numbers of an EDIT_FILE mean the file as it is after the commands above it. To change several places of one file,
   begin with the lowest place and go up: then the numbers that you see stay right. Never guess a number or the contents of a file: send READ_FILE, and edit in
   your next reply. To insert, replace a line by itself and the new ones. N and M must exist in the file.
5. Between the tags everything is taken as it stands: indentation, blank lines, quotes. Escape nothing, add no code fences and no line numbers.
   A block ends at the first line that is nothing but its closing tag, so a file that needs such a line must be made another way, for example by RUN_COMMAND.
6. Prefer EDIT_FILE for small changes of large files, and CREATE_FILE for new or short ones. Keep a reply short enough to arrive whole:
   a block without its closing tag is an error, and nothing of it is carried out.
7. Check your work with RUN_COMMAND where you can (build, tests). A result [FAILED] says why: correct it in your next reply.
   PARSE_ERROR means that a block could not be read.
8. Send DONE alone and only when the results show that the task is done. Nothing after it is carried out.`
