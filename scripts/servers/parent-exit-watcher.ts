// Loaded into each server before its own code (`node --import`). When scripts/start.ts is killed or crashes, its IPC
// channel closes; without this the server would continue and hold its port.
process.once('disconnect', () => {
  // A server with a handler of its own decides for itself.
  if (process.listenerCount('disconnect') === 0) process.kill(process.pid, 'SIGTERM')
})
// Listening to the channel must not keep a server alive that has nothing left to do.
process.channel?.unref()

// A module, so that nothing here is global.
export {}
