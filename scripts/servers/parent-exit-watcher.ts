// Loaded into each server before its own code (`node --import`). When scripts/start.ts is killed or crashes, its IPC
// channel closes; without this the server would continue and hold its port.
process.once('disconnect', () => {
  // A server with its own handler decides for itself.
  if (process.listenerCount('disconnect') === 0) process.kill(process.pid, 'SIGTERM')
})
// The channel must not keep an otherwise finished server alive.
process.channel?.unref()

// This makes the file a module, so that nothing here is global.
export {}
