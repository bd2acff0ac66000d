/** Preloaded into a program: a message of its parent makes it fail where nobody catches it. */
process.on('message', (how) => {
  const bug = new Error(`a bug in a ${String(how)}, token=hunter2hunter2hunter2`)
  if (how === 'timer') throw bug
  void Promise.reject(bug)
})
process.channel?.unref()
