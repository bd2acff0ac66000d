// A setup file is evaluated for every test file, but what it imports only once in a process.
import './fakes/electron-alias.ts'
import './patience.ts'
