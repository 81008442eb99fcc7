// A reader thread that dies at its start.
throw new Error('the reader dies at its start');
