/* Two threads take two locks in opposite orders; whoever cannot get the second gives back the first and begins
   again. They may get in each other's way for ever; that is waiting, and ends. */
